import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext, type WebContext } from '../../../src/api/web-context.ts';
import { readConfig } from '../../../src/shared/config.ts';

/** Another web app on the servers of a test, as a second process would have it. */
export interface App {
  readonly app: FastifyInstance;
  readonly ctx: WebContext;
  /** Closes it after its open requests. */
  close(): Promise<void>;
}

/** Opens an app and closes it at the end of the test at the latest. */
export async function openApp(env: NodeJS.ProcessEnv): Promise<App> {
  const ctx = openWebContext(readConfig(env));
  const app = await buildApp(ctx);
  await app.ready();
  let closing: Promise<void> | undefined;
  async function closeBoth(): Promise<void> {
    await app.close();
    await ctx.close();
  }
  const close = () => {
    closing ??= closeBoth();
    return closing;
  };
  onTestFinished(close);
  return { app, ctx, close };
}
