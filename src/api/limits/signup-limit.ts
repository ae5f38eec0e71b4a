import type { FastifyRequest } from 'fastify';
import { publicAddressOf } from '../../shared/list/signals/visitor.ts';
import type { AppError } from '../../shared/platform/errors.ts';
import type { WebContext } from '../web-context.ts';
import { addressLimitError, addressWindow } from './limits.ts';

/**
 * The error if a visitor's address has signed up too often (§8 rule 1); null below the limit. The guard has
 * already counted the address of the connection; the call counts for the visitor's instead (N1), unless that
 * is private or reserved.
 */
export async function visitorLimitError(
  ctx: WebContext,
  request: FastifyRequest,
  clientIp: string,
): Promise<AppError | null> {
  const visitor = publicAddressOf(clientIp);
  if (visitor === null) return request.addressLimitError;
  const { caller, params, ip } = request;
  const windowOf = (address: string) => addressWindow(caller, (params as { id: string }).id, address);
  void ctx.limiter.uncount([windowOf(ip)]);
  const { calls, resetSeconds } = await ctx.limiter.count([windowOf(visitor)]);
  return addressLimitError(calls[0] ?? 0, resetSeconds);
}
