import { type Browser, openBrowser } from '../browser.ts';
import type { World } from '../world.ts';

export interface Owner {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in with right and wrong passwords, creates keys and users, and changes passwords. @returns the owner
 * with the new password
 */
export async function useDashboard(
  world: World,
  { email, password }: Owner,
): Promise<Owner & { browser: Browser }> {
  const { canaries } = world;
  const stranger = openBrowser(world);
  const wrong = canaries.secret('a wrong password');
  await stranger.signIn(email, wrong);
  await stranger.signIn(canaries.address('nobody who signs in'), wrong);
  const inEmailField = 'a password in the email field'; // the form shows the email again
  await stranger.signIn(canaries.secret(inEmailField), wrong, [inEmailField]);

  const owner = openBrowser(world);
  await owner.signIn(email, password);
  const made = 'a key made on the dashboard';
  const page = await owner.send('/dashboard/api-keys', { name: 'Canary', scopes: 'signups:write' }, [made]);
  const [key] = /wl_\w{38}/.exec(page.body) ?? [];
  // Without it the search would miss the key.
  if (key === undefined) throw new Error('The dashboard does not show the new key.');
  canaries.secret(made, { value: key });
  await owner.open('/dashboard/api-keys');

  const colleague = { email: canaries.address('a colleague') };
  await owner.send('/dashboard/users/invite', colleague);
  await owner.send('/dashboard/users/invite', { email }); // exists already
  await owner.send('/dashboard/users/invite', { email: `${colleague.email}@` });
  await owner.open('/dashboard/users');

  const next = canaries.secret('a new password', { prefix: 'p&"ss wörd ' });
  await owner.send('/dashboard/profile/password', { current: wrong, next });
  await owner.send('/dashboard/profile/password', { current: password, next });
  await owner.signIn(email, next);
  return { email, password: next, browser: owner };
}
