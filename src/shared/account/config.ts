import { z } from 'zod';
import { flag } from '../platform/environment/values.ts';
import { SiteUrl } from '../platform/schema/site-url.ts';

/** The variables of the sign-in. */
export const AccountEnv = z
  .object({
    OIDC_ISSUER: SiteUrl.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_ONLY: flag.default(false),
  })
  .refine(
    ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret }) =>
      new Set([issuer, id, secret].map((value) => value === undefined)).size === 1,
    { path: ['OIDC_ISSUER'], error: 'must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET' },
  )
  .refine(({ OIDC_ONLY: isOnly, OIDC_ISSUER: issuer }) => !isOnly || issuer !== undefined, {
    path: ['OIDC_ONLY'],
    error: 'requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  });

/** How users sign in. */
export type AccountConfig = ReturnType<typeof toAccountConfig>;

export function toAccountConfig(data: z.infer<typeof AccountEnv>) {
  return {
    /** The OpenID provider where users of the dashboard can sign in, too (N8); null for none. */
    singleSignOn:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID && data.OIDC_CLIENT_SECRET
        ? { issuer: data.OIDC_ISSUER, clientId: data.OIDC_CLIENT_ID, clientSecret: data.OIDC_CLIENT_SECRET }
        : null,
    /**
     * Whether users of the dashboard sign in with passwords, too; otherwise at the OpenID provider only (N8).
     */
    hasPasswords: !data.OIDC_ONLY,
  };
}
