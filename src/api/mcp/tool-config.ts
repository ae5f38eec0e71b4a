import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseUrl } from '../../shared/outbound/parse-url.ts';
import { checkEnvironment, exitOnError, urlOf } from '../../shared/process/environment.ts';

const ToolEnv = z
  .object({
    WAITLIST_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'expected an API key'),
    WAITLIST_API_URL: urlOf('http', 'https').default('http://localhost:3000'),
    /** Names and addresses with commas between. */
    WAITLIST_ALLOW_HTTP: z.string().default(''),
  })
  .refine((env) => isKeptPrivate(env.WAITLIST_API_URL, env.WAITLIST_ALLOW_HTTP), {
    path: ['WAITLIST_API_URL'],
    error: 'expected https://, but for this machine, private networks and the names in WAITLIST_ALLOW_HTTP',
  });

interface ToolConfig {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** What the tool server beside an agent starts from (C8.4): a key goes over http to nobody on the internet. @throws Error that names what is wrong */
export function readToolConfig(env: NodeJS.ProcessEnv): ToolConfig {
  const data = checkEnvironment(ToolEnv, env);
  return { apiKey: data.WAITLIST_API_KEY, baseUrl: data.WAITLIST_API_URL };
}

/** The same, which ends the process where something is wrong. */
export function readToolConfigOrExit(env: NodeJS.ProcessEnv): ToolConfig {
  return exitOnError(() => readToolConfig(env));
}

/** The ranges of addresses that only machines nearby have. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

function isKeptPrivate(url: string, allowed: string): boolean {
  const { protocol, hostname } = parseUrl(url) ?? { protocol: 'https:', hostname: '' }; // what is no address is told as such
  const host = toHost(hostname);
  if (protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost')) return true;
  if (ipaddr.isValid(host) && privateRanges.has(ipaddr.process(host).range())) return true;
  return allowed.split(',').map(toHost).includes(host);
}

/** A host as it is compared: in lower case, without brackets and a final dot. */
function toHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
