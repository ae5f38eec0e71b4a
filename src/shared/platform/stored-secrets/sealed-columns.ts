/** What a sealed text is bound to besides its column. */
export interface SealedOwner {
  readonly account_id: string;
  readonly type: string;
}

/** A column of sealed texts, in a table with the columns of their owner. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's primary key, or what it is beside the account. */
  readonly key: string;
  /**
   * What its texts are bound to: in another account's row, as another type or in another column they do not
   * open (C7.8).
   */
  boundTo(owner: SealedOwner): readonly string[];
}

const boundAs = (name: string) => ({
  boundTo: ({ account_id, type }: SealedOwner) => [name, account_id, type],
});
const emailProviders = { table: 'email_providers', key: 'account_id' };
const forms = { table: 'forms', key: 'waitlist_id' };
const integrations = { table: 'integrations', key: 'id' };
const linkKeys = { table: 'link_keys', key: 'account_id' };

const userTotp = { table: 'user_totp', key: 'user_id' };

/** Every column where a secret is kept. */
export const sealedColumns = {
  emailProviderConfig: { ...emailProviders, column: 'sealed_config', ...boundAs('email-provider-config') },
  emailProviderSecret: { ...emailProviders, column: 'sealed_secret', ...boundAs('email-provider-secret') },
  linkKey: { ...linkKeys, column: 'sealed_key', ...boundAs('link-key') },
  formCaptcha: { ...forms, column: 'sealed_captcha', ...boundAs('form-captcha') },
  userTotp: { ...userTotp, column: 'sealed_secret', ...boundAs('user-totp') },
  integrationPrevious: {
    ...integrations,
    column: 'sealed_previous',
    ...boundAs('integration-previous'),
  },
  integrationConfig: { ...integrations, column: 'sealed_config', ...boundAs('integration-config') },
} satisfies Record<string, SealedColumn>;
