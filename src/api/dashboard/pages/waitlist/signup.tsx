import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listFields } from '../../../../shared/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../shared/fields/schema.ts';
import { readSignup } from '../../../../shared/signups/read-signup.ts';
import { removeSignup } from '../../../../shared/signups/remove-signup.ts';
import type { Signup } from '../../../../shared/signups/schema.ts';
import { SignupParams } from '../../../routes/params.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, redirectWithNotice, type Show } from '../../pages.ts';
import { EmailTag } from '../../parts/email-tag.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Confirm } from '../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../parts/format.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

/** The details of a signup, and its deletion (§2.3, §4.3). */
export function signupPage(app: FastifyInstance, ctx: WebContext): void {
  const options = { schema: { params: SignupParams } };
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const list = `/dashboard/waitlists/${id}`;
    const [{ signup, referrer, referred }, fields] = await Promise.all([
      readSignup(ctx, caller, id, signupIdOf(request)),
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
    ]);
    const labels = new Map(fields.data.map(({ key, label }) => [key, label]));
    const path = `${list}/signups/${signup.id}`;
    return (
      <WaitlistLayout title="Signups" request={request} formError={formError}>
        <p>
          <a href={list}>All signups</a>
        </p>
        <section class="card" aria-labelledby="signup">
          <div class="row spread">
            <h2 id="signup">{signup.email}</h2>
            <Confirm
              id="delete-signup"
              label="Delete"
              description={`Delete ${signup.email}`}
              question={`This deletes ${signup.email} from the waitlist and takes the referral back from its referrer. Other positions do not change. This cannot be undone.`}
              action={`${path}/delete`}
            />
          </div>
          <Facts
            of={[
              ['Position', formatCount(signup.position)],
              signup.display_position !== null && ['Shown position', formatCount(signup.display_position)],
              ['Signed up', <Time key="at" at={signup.created_at} />],
              ['Source', signup.utm_source ?? 'direct'],
              ['Referrer', signup.referrer ?? 'unknown'],
              ['Email', <EmailTag key="email" status={signup.email_status} />],
              ...emailTimes(signup),
              ['ID', <code key="id">{signup.id}</code>],
            ]}
          />
        </section>
        <section class="card" aria-labelledby="referrals">
          <h2 id="referrals">Referrals</h2>
          <Facts
            of={[
              ['Code', <code key="code">{signup.referral_code}</code>],
              [
                'Referred by',
                referrer ? <a href={`${list}/signups/${referrer.id}`}>{referrer.email}</a> : 'Nobody',
              ],
              ['Referrals', formatCount(signup.referral_count)],
            ]}
          />
          {referred.length > 0 && (
            <ul class="names">
              {referred.map((name) => (
                <li key={name.id}>
                  <a href={`${list}/signups/${name.id}`}>{name.email}</a>
                </li>
              ))}
              {signup.referral_count > referred.length && (
                <li class="soft">and {countOf(signup.referral_count - referred.length, 'other')}</li>
              )}
            </ul>
          )}
        </section>
        <div class="pair">
          <section class="card" aria-labelledby="fields">
            <h2 id="fields">Fields</h2>
            <Facts
              of={Object.entries(signup.fields).map(([key, value]) => [
                labels.get(key) ?? key,
                formatValue(value),
              ])}
              none="No values."
            />
          </section>
          <section class="card" aria-labelledby="metadata">
            <h2 id="metadata">Metadata</h2>
            <Facts of={Object.entries(signup.metadata)} none="No metadata." />
          </section>
        </div>
      </WaitlistLayout>
    );
  };
  addPage(app, '/waitlists/:id/signups/:signupId', options, show);

  addForm(app, '/waitlists/:id/signups/:signupId/delete', options, show, async (request, reply) => {
    const { id } = request.waitlist;
    const { signup } = await readSignup(ctx, request.session.caller, id, signupIdOf(request));
    await removeSignup(ctx, request.session.caller, id, signup.id);
    return redirectWithNotice(reply, `/dashboard/waitlists/${id}`, `${signup.email} was deleted.`);
  });
}

function signupIdOf({ params }: FastifyRequest): string {
  return (params as { signupId: string }).signupId.toLowerCase();
}

function emailTimes(signup: Signup): Fact[] {
  const times = [
    ['Delivered', signup.email_delivered_at],
    ['Opened', signup.email_opened_at],
    ['Clicked', signup.email_clicked_at],
  ] as const;
  return times.map(([name, at]) => at !== null && [name, <Time key={name} at={at} />]);
}

function formatValue(value: string | number | boolean): string {
  if (typeof value !== 'boolean') return String(value);
  return value ? 'Yes' : 'No';
}
