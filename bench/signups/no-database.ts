/**
 * A web process that answers signups without storing them: the limit that HTTP, keys, rate limits and
 * validation set.
 */
import { buildApp } from '../../src/api/app.ts';
import { openWebContext } from '../../src/api/web-context.ts';
import { readConfig } from '../../src/shared/config.ts';

const ctx = openWebContext(readConfig(process.env));
let stored = 0;
const app = await buildApp({
  ...ctx,
  signups: {
    async add({ id }) {
      stored += 1;
      return {
        outcome: 'created',
        id,
        position: stored,
        total: stored,
        referral_code: '0123456789',
        fired: false,
        confirm_mail: null,
        unconfirmed: false,
      };
    },
    hasDiskSpace: () => true,
    close: () => ctx.signups.close(),
  },
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', async () => {
  await app.close();
  await ctx.close();
});
