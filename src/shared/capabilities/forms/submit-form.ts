import { countSignups } from '../../account/accounts/queries.ts';
import type { SignupBatcher } from '../../list/signups/signup-batcher.ts';
import { isStored, targetOf, toRefusal, toSignupRequest } from '../../list/signups/signup-request.ts';
import { openIfPossible } from '../../platform/connections/sealed-config.ts';
import { newId } from '../../platform/ids.ts';
import { VisitorError } from '../../platform/language/visitor-error.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { sendLinkAgain } from '../confirmations/index.ts';
import type { Context } from '../context.ts';
import { campaignIn, type FormInput, honeypotInput, timeInput, toFormFields } from './form-input.ts';
import { checkFormTime, formKeyOf } from './form-time.ts';
import { mailStatusLink } from './mail-status-link.ts';
import type { OpenForm } from './open-form.ts';
import { isListFull, sealedCaptcha } from './queries.ts';
import { turnstileInput, unchecked, verifyTurnstile } from './turnstile.ts';

/** Who uses a form: its browser speaks to the service itself. */
export interface FormVisitor {
  readonly ip: string;
  readonly userAgent: string;
  /** The language that the visitor reads, as a language tag. */
  readonly locale?: string | undefined;
}

/** A post that was taken. */
interface FormTaken {
  /** The signup, if the post added one. A form on a foreign page must not tell. */
  readonly createdId: string | null;
}

/** What became of a post. */
export type FormOutcome = FormTaken | 'young' | 'no_time';

/**
 * Adds the signup that somebody asks for in a form (N6), by all rules of the waitlist. What it answers, and
 * as far as it can be the time it takes, is the same for a new address and for one that is on the list: such
 * a person is mailed the status link. Nothing is stored if the signed time is not good, or if the input that
 * people do not see is filled. A test mode asks nobody about a captcha (N8).
 * @throws AppError invalid_request for a custom field or the captcha; quota_exceeded; internal_error with 503
 * if the captcha could not be checked
 */
export async function submitForm(
  ctx: Context & { readonly signups: SignupBatcher; readonly notifier: JobNotifier },
  form: OpenForm,
  input: FormInput,
  visitor: FormVisitor,
): Promise<FormOutcome> {
  const formKey = formKeyOf(await ctx.linkSigner());
  const time = checkFormTime(formKey, form.id, input[timeInput] ?? '', Date.now());
  if (time !== 'good') return time === 'young' ? 'young' : 'no_time';
  const { settings, definitions } = form;
  const fields = toFormFields(input, definitions, settings.form.fields);
  if ((input[honeypotInput] ?? '') !== '') return { createdId: null };
  if (settings.form.captcha !== null && !form.caller.isTest)
    await verifyTurnstile(ctx, {
      secret: secretOf(ctx, form),
      token: input[turnstileInput] ?? '',
      ip: visitor.ip,
    });
  return { createdId: await store(ctx, form, input, fields, visitor) };
}

/** @returns the id of the signup, if it is new */
async function store(
  ctx: Context & { readonly signups: SignupBatcher; readonly notifier: JobNotifier },
  { caller, waitlist_id, settings }: OpenForm,
  input: FormInput,
  fields: ReturnType<typeof toFormFields>,
  { ip, userAgent, locale }: FormVisitor,
): Promise<string | null> {
  if (settings.archive.enabled) refuseArchived(settings.archive.text);
  const list = targetOf(ctx.config, caller, waitlist_id);
  // add_signups answers an address that is on the list also when the plan or the list is full. Here both are
  // refused.
  if (list.signup_cap !== null && (await countSignups(ctx.sql, caller.accountId)) >= list.signup_cap)
    refuseFull();
  const { email, ref, utm_source } = input;
  const signup = { email, utm_source, ...campaignIn(input), referral_code: ref, locale };
  const request = toSignupRequest(list, newId(), signup, fields);
  const stored = await ctx.signups.add(request, { client_ip: ip, user_agent: userAgent });
  if (stored.outcome === 'over_quota' || stored.outcome === 'list_full') refuseFull();
  if (stored.outcome === 'archived') refuseArchived(null); // since the settings were read
  if (!isStored(stored)) throw toRefusal(stored, { ...signup, fields });
  if (stored.outcome === 'existing' && (await isListFull(ctx.sql, caller.accountId, waitlist_id)))
    refuseFull();
  if (stored.outcome === 'created') return stored.id;
  if (!list.mailed) return null;
  const known = { accountId: caller.accountId, id: stored.id };
  const mailing = stored.unconfirmed ? sendLinkAgain(ctx, known) : mailStatusLink(ctx, known);
  await mailing.catch((err: unknown) => {
    ctx.log.warn({ err, signup: stored.id }, 'a person who used a form again was not mailed');
  });
  return null;
}

/** In the words of the owner, else in the language of the visitor. */
function refuseArchived(text: string | null): never {
  throw new VisitorError('conflict', (say) => text ?? say('form.closed'));
}

/** It tells visitors neither of the plan nor of the list. */
function refuseFull(): never {
  throw new VisitorError('quota_exceeded', (say) => say('form.closed'));
}

/** @throws AppError internal_error with 503 if it does not open any more */
function secretOf(ctx: Context, { caller, type, sealed_captcha }: OpenForm): string {
  const owner = { account_id: caller.accountId, type };
  const secret = openIfPossible(ctx, owner, () =>
    ctx.vault.open(sealed_captcha ?? '', sealedCaptcha.boundTo(owner)),
  );
  if (secret === undefined) throw unchecked(ctx.log, { account: caller.accountId });
  return secret;
}
