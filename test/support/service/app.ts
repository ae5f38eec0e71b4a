import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext, type WebContext } from '../../../src/api/web-context.ts';
import { readConfig } from '../../../src/shared/config.ts';

/** A web process' app of its own, such as a second one on the same servers. */
export interface App {
  readonly app: FastifyInstance;
  readonly ctx: WebContext;
  /** Ends it, once all that it began is done. */
  close(): Promise<void>;
}

/** Opens one; it is closed behind the test that opens it, if not before. */
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
