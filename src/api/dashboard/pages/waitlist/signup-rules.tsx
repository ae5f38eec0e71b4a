import type { FastifyInstance } from 'fastify';
import type { WaitlistSettings } from '../../../../shared/list/parts.ts';
import { mergePatch } from '../../../../shared/list/settings/merge-patch.ts';
import { readSettings } from '../../../../shared/list/settings/read-settings.ts';
import { settingsPatch, toSettings } from '../../../../shared/list/settings/schema.ts';
import { updateSettings } from '../../../../shared/list/settings/update-settings.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, type FormValues, numberIn, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Choice, Field, Form, Submit } from '../../parts/form.tsx';
import { CardTitle } from '../../parts/layout.tsx';

const labels = {
  expires_hours: 'Link is valid for (hours)',
  remind_after_hours: 'Remind after (hours)',
  url: 'Page of yours that confirms',
  redirect_url: 'Page after the confirmation',
  unconfirmed_days: 'Delete unconfirmed signups after (days)',
  delete_on: 'Delete signups on',
  delete_after_conversion_days: 'Delete people who became users after (days)',
} as const;

/** Puts the key of a refused setting in the words of its field. */
const labelOf = (path: string) => labels[path.split('.').at(-1) as keyof typeof labels] ?? path;

/** The settings that ask signups to confirm, and say how long they are kept (N3). */
export function SignupRules({
  id,
  settings: { confirmation, retention },
}: {
  readonly id: string;
  readonly settings: WaitlistSettings;
}) {
  return (
    <>
      <section class="card" aria-labelledby="confirmation">
        <CardTitle id="confirmation">Confirmed addresses</CardTitle>
        <Form action={`/dashboard/waitlists/${id}/settings/confirmation`} class="fields" readable>
          <Checkbox
            name="enabled"
            label="Ask new signups to confirm their address by a link in a mail"
            initial={confirmation.enabled}
          />
          <Field
            name="expires_hours"
            label={labels.expires_hours}
            type="number"
            min={1}
            max={720}
            initial={confirmation.expires_hours}
          />
          <Field
            name="remind_after_hours"
            label={labels.remind_after_hours}
            type="number"
            min={1}
            max={720}
            initial={confirmation.remind_after_hours}
            hint="One more mail while the link is valid. Leave empty for none."
          />
          <Choice
            name="credit"
            label="A referrer gets the credit"
            initial={confirmation.credit}
            options={[
              ['on_signup', 'At once'],
              ['on_confirm', 'When the signup is confirmed'],
            ]}
          />
          <Field
            name="url"
            label={labels.url}
            type="url"
            maxlength={1_000}
            placeholder="https://"
            initial={confirmation.url}
            hint="Leave empty for a page of the service with a button."
          />
          <Field
            name="redirect_url"
            label={labels.redirect_url}
            type="url"
            maxlength={1_000}
            placeholder="https://"
            initial={confirmation.redirect_url}
          />
          <div class="row">
            <Submit>Save confirmation</Submit>
          </div>
        </Form>
      </section>
      <section class="card" aria-labelledby="retention">
        <CardTitle id="retention">How long signups are kept</CardTitle>
        <p class="soft">
          Signups are deleted as if you had deleted them: connected tools get an event for each.
        </p>
        <Form action={`/dashboard/waitlists/${id}/settings/retention`} class="fields" readable>
          <Field
            name="unconfirmed_days"
            label={labels.unconfirmed_days}
            type="number"
            min={1}
            max={3_650}
            initial={retention.unconfirmed_days}
            hint="Only signups that were asked to confirm, and never while their link is valid. Leave empty to keep them."
          />
          <Field
            name="delete_on"
            label={labels.delete_on}
            type="date"
            initial={retention.delete_on}
            hint="From 00:00 UTC of this day, the signups from before it are deleted. Later ones are kept. Leave empty for never."
          />
          <Field
            name="delete_after_conversion_days"
            label={labels.delete_after_conversion_days}
            type="number"
            min={1}
            max={3_650}
            initial={retention.delete_after_conversion_days}
            hint="Counted from the conversion. Leave empty to keep them."
          />
          <div class="row">
            <Submit>Save retention</Submit>
          </div>
        </Form>
      </section>
    </>
  );
}

const textOf = (text: unknown) => (text === '' || text === undefined ? null : text);

/** Takes the forms of `SignupRules`. */
export function signupRuleForms(app: FastifyInstance, ctx: WebContext, url: string, show: Show): void {
  addForm(app, `${url}/confirmation`, {}, show, async (request, reply) => {
    const form = request.body as FormValues;
    const confirmation = {
      enabled: form.enabled === 'on',
      expires_hours: numberIn(form.expires_hours),
      remind_after_hours: numberIn(form.remind_after_hours),
      credit: textOf(form.credit),
      url: textOf(form.url),
      redirect_url: textOf(form.redirect_url),
    };
    const { id } = request.waitlist;
    const patch = readValues(settingsPatch(), { confirmation }, labelOf);
    const { remind_after_hours: remind, expires_hours: expires } = toSettings(
      mergePatch({}, patch),
    ).confirmation; // an empty field is the default
    if (remind !== null && remind >= expires)
      throw new AppError(
        'invalid_request',
        `${labels.remind_after_hours}: must be less than the hours that the link is valid`,
      );
    await updateSettings(ctx, request.session.caller, id, patch);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#confirmation`, 'Saved.');
  });

  addForm(app, `${url}/retention`, {}, show, async (request, reply) => {
    const form = request.body as FormValues;
    const { id } = request.waitlist;
    const { caller } = request.session;
    const { retention: stored } = await readSettings(ctx, caller, id);
    const day = textOf(form.delete_on);
    const retention = {
      unconfirmed_days: numberIn(form.unconfirmed_days),
      delete_after_conversion_days: numberIn(form.delete_after_conversion_days),
      ...(day !== stored.delete_on && { delete_on: day }), // a day that has come is left as it is
    };
    const patch = readValues(settingsPatch(), { retention }, labelOf);
    await updateSettings(ctx, caller, id, patch);
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#retention`, 'Saved.');
  });
}
