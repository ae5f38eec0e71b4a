import { z } from 'zod';
import { checkEnvironment, exitOnError, urlOf } from '../../shared/environment.ts';

const thisMachine = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

const ToolEnv = z.object({
  WAITLIST_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'expected an API key'),
  WAITLIST_API_URL: urlOf('http', 'https')
    .refine(
      (url) => url.startsWith('https:') || thisMachine.test(url),
      'expected https:// for another machine',
    )
    .default('http://localhost:3000'),
});

/** What the tool server beside an agent starts from (C8.4). A key goes over http to this machine only. */
export function readToolConfigOrExit(env: NodeJS.ProcessEnv): { apiKey: string; baseUrl: string } {
  const data = exitOnError(() => checkEnvironment(ToolEnv, env));
  return { apiKey: data.WAITLIST_API_KEY, baseUrl: data.WAITLIST_API_URL };
}
