import { afterAll, beforeAll } from 'vitest';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import { type Service, useService } from './service.ts';
import { openTestWorker, type TestWorker } from './worker.ts';

/** A service that is reached over a socket, with a mail server of its own and a worker. */
export interface MailingService {
  readonly service: Service;
  readonly sink: MailSink;
  readonly worker: TestWorker;
  readonly baseUrl: string;
}

/** Starts them before the first test of the file and stops them after the last; only then are they there. */
export function useMailingService(): MailingService {
  const env: NodeJS.ProcessEnv = {};
  const mailing = {} as { -readonly [K in keyof MailingService]: MailingService[K] };
  const service = useService(env, async () => {
    mailing.sink = await startMailSink();
    env.MANAGED_EMAIL_URL = mailing.sink.url;
  });
  mailing.service = service;
  beforeAll(async () => {
    mailing.worker = openTestWorker(service);
    mailing.baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    Object.assign(service.ctx.config, { baseUrl: mailing.baseUrl }); // pages and mails have it
  });
  afterAll(async () => {
    await mailing.worker?.close();
    await mailing.sink?.close();
  });
  return mailing;
}
