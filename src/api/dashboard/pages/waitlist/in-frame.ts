import type { onRequestHookHandler } from 'fastify';

/** Lets the dashboard show the documents of a route in a frame, with their own content policy. */
export const inFrame =
  (contentSecurityPolicy: string): onRequestHookHandler =>
  (_, reply, done) => {
    reply.header('content-security-policy', contentSecurityPolicy);
    reply.header('x-frame-options', 'SAMEORIGIN');
    reply.removeHeader('cross-origin-opener-policy');
    done();
  };
