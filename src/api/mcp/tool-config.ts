import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { checkEnvironment, exitOnError, urlOf } from '../../shared/platform/environment/environment.ts';
import { parseUrl } from '../../shared/platform/outbound/parse-url.ts';
import type { Tool } from './tool.ts';
import { toolsetNames, toolsOf } from './toolsets.ts';

const ToolEnv = z
  .object({
    WAITLIST_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'must be an API key'),
    WAITLIST_API_URL: urlOf('http', 'https').default('http://localhost:3000'),
    /** Comma-separated host names and addresses. */
    WAITLIST_ALLOW_HTTP: z.string().default(''),
    /** Comma-separated toolsets, each with or without `/readonly`. */
    WAITLIST_MCP_TOOLSETS: z
      .string()
      .default('core')
      .transform((text, issues): readonly Tool[] => {
        const toolsets = text.split(',').map((part) => {
          const [, name = '', readonly] = /^([a-z]+)(\/readonly)?$/.exec(part.trim()) ?? [];
          return toolsOf(name, readonly !== undefined);
        });
        if (toolsets.every((tools) => tools !== undefined)) return [...new Set(toolsets.flat())];
        issues.addIssue({
          code: 'custom',
          message: `must be a comma-separated list of ${toolsetNames.join(', ')}, each with or without /readonly`,
        });
        return z.NEVER;
      }),
  })
  .refine((env) => isSafeForKey(env.WAITLIST_API_URL, env.WAITLIST_ALLOW_HTTP), {
    path: ['WAITLIST_API_URL'],
    error:
      'must be https://; http:// is allowed only for this machine, private networks and the hosts in WAITLIST_ALLOW_HTTP',
  });

interface ToolConfig {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly tools: readonly Tool[];
}

/**
 * The configuration of the stdio tool server (C8.4).
 * The key is never sent over http to a host on the internet.
 * @throws Error that names every bad variable
 */
export function readToolConfig(env: NodeJS.ProcessEnv): ToolConfig {
  const { data } = checkEnvironment({ data: ToolEnv }, env);
  return { apiKey: data.WAITLIST_API_KEY, baseUrl: data.WAITLIST_API_URL, tools: data.WAITLIST_MCP_TOOLSETS };
}

/** Like `readToolConfig`, but ends the process on an error. */
export function readToolConfigOrExit(env: NodeJS.ProcessEnv): ToolConfig {
  return exitOnError(() => readToolConfig(env));
}

/** Address ranges that are not routed on the internet. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

function isSafeForKey(url: string, allowed: string): boolean {
  // Reported as an invalid URL.
  const { protocol, hostname } = parseUrl(url) ?? { protocol: 'https:', hostname: '' };
  const host = toHost(hostname);
  if (protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost')) return true;
  if (ipaddr.isValid(host) && privateRanges.has(ipaddr.process(host).range())) return true;
  return allowed.split(',').map(toHost).includes(host);
}

/** Normalizes a host for comparison: lower case, without brackets and trailing dot. */
function toHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
