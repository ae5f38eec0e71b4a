import { type Role, roleNames } from '../../shared/account/scopes.ts';

/** The roles in the words of the pages. */
export const roleTexts: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  owner: { name: 'Owner', about: 'everything' },
  editor: { name: 'Editor', about: 'all but users, keys, the email provider and the account' },
  viewer: { name: 'Viewer', about: 'sees everything, changes nothing' },
};

/** For a choice, the least powerful last. */
export const roleOptions = roleNames.map(
  (role) => [role, `${roleTexts[role].name}: ${roleTexts[role].about}`] as const,
);
