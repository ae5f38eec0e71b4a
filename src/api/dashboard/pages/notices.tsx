import type { FastifyInstance } from 'fastify';
import { type NoticeChoices, saveNoticeChoices } from '../../../shared/owner/notices/notice-choices.ts';
import { type NoticeKind, noticeKinds } from '../../../shared/owner/notices/schema.ts';
import type { WebContext } from '../../web-context.ts';
import { addForm, type FormValues, redirectWithFlash, type Show } from '../pages.ts';
import { Checkbox } from '../parts/checkbox.tsx';
import { Form, Submit } from '../parts/form.tsx';

const path = '/dashboard/profile/notices';

const labels: Readonly<Record<NoticeKind, string>> = {
  email_refused: 'Our email provider refuses emails',
  email_down: 'Our email provider is down',
  bounces: 'Many emails come back',
  allowance: '80% and 100% of the month’s emails are used',
  signup_limit: '80% and 100% of the plan’s signups are used',
  integration: 'An integration fails or was disabled',
  referrals: 'A referral code brings unusually many signups',
  announcement: 'An announcement has paused itself',
};

interface NoticeFormProps {
  readonly choices: NoticeChoices;
  /** Whether the service has an email provider of its own. */
  readonly canMail: boolean;
}

/** What the signed-in user gets by mail. */
export function NoticeForm({ choices: { muted, weeklyDigest }, canMail }: NoticeFormProps) {
  return (
    <section class="card" aria-labelledby="notices">
      <h2 id="notices">Emails to you</h2>
      {!canMail && (
        <p class="soft">
          This service has no email provider of its own, so it cannot send you any. Your choices are kept.
        </p>
      )}
      <Form action={path} class="fields">
        <p>Tell me once when:</p>
        {noticeKinds.map((kind) => (
          <Checkbox key={kind} name={kind} label={labels[kind]} initial={!muted.includes(kind)} />
        ))}
        <p>And every Monday:</p>
        <Checkbox
          name="weekly_digest"
          label="The week: signups of each waitlist, and what needs attention"
          initial={weeklyDigest}
        />
        <div class="row">
          <Submit>Save</Submit>
        </div>
      </Form>
    </section>
  );
}

/** The form of the profile that saves it. */
export function noticePages(app: FastifyInstance, ctx: WebContext, show: Show): void {
  addForm(app, '/profile/notices', {}, show, async (request, reply) => {
    const values = (request.body ?? {}) as FormValues;
    await saveNoticeChoices(ctx, request.session.userId, {
      muted: noticeKinds.filter((kind) => values[kind] !== 'on'),
      weeklyDigest: values.weekly_digest === 'on',
    });
    return redirectWithFlash(reply, '/dashboard/profile', 'Saved.');
  });
}
