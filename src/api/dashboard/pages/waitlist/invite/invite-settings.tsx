import type { WaitlistSettings } from '../../../../../shared/list/parts.ts';
import type { FormValues } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Field, Form, Submit } from '../../../parts/form.tsx';

const labels = { url: 'Page of yours that accepts invitations' } as const;

/** The labels by the paths of the settings, for refusals. */
export const inviteLabelOf = (path: string) => (path === 'invitations.url' ? labels.url : path);

/** The settings that a submitted form asks for. */
export const toInviteSettings = ({ url, require_email_match }: FormValues) => ({
  url: url === '' || url === undefined ? null : url,
  require_email_match: require_email_match === 'on',
});

/** Where invitations lead. Without it nobody can be invited. */
export function InviteSettings({
  path,
  invitations,
}: {
  path: string;
  invitations: WaitlistSettings['invitations'];
}) {
  return (
    <section class="card" aria-labelledby="page">
      <h2 id="page">Your page</h2>
      <p class="soft">
        The link of an invitation leads to a page of your product. Its server asks this service whether the
        invitation is valid, and reports who became a user.
      </p>
      <Form action={`${path}/settings`} class="fields" readable>
        <Field
          name="url"
          label={labels.url}
          type="url"
          maxlength={1_000}
          placeholder="https://"
          initial={invitations.url}
          hint="The token of the invitation is in its query, as token."
        />
        <Checkbox
          name="require_email_match"
          label="Only the invited address can use an invitation"
          initial={invitations.require_email_match}
        />
        <div class="row">
          <Submit>Save page</Submit>
        </div>
      </Form>
    </section>
  );
}
