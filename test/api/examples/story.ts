import { setTimeout as sleep } from 'node:timers/promises';
import { formKeyOf, signFormTime } from '../../../src/shared/capabilities/forms/form-time.ts';
import { expireDue } from '../../../src/shared/capabilities/release/invitations/end-invitations.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import type { FakeProvider } from '../../support/fakes/fake-provider.ts';
import { type FakeResend, managedSecret, resendKey, signResendEvent } from '../../support/fakes/resend.ts';
import { judgeReferrals } from '../../support/referrals/judging.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import { tokenOf } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import type { Service } from '../../support/service/service.ts';
import type { TestWorker } from '../../support/service/worker.ts';
import type { Recorder } from './recorder.ts';

/** Who takes part in the story. */
export interface Cast extends Recorder {
  readonly service: Service;
  readonly worker: TestWorker;
  /** Takes the mails. */
  readonly resend: FakeResend;
  /** Takes the events. */
  readonly receiver: FakeProvider;
  readonly account: TestAccount;
}

/**
 * Tells what an account does with the list of Acme Notes, until every operation was asked and every event
 * published. Workers run only where it says so, each job to its end, so that it goes the same way each time.
 */
export async function tellStory(cast: Cast): Promise<void> {
  const { record, ask } = cast;
  await record('checkHealth', { key: null });
  await record('checkReadiness', { key: null });
  await ask('listEvents'); // the feed keeps events from now on
  const list = await openList(cast);
  const { ada, margaret } = await signUpPeople(cast, list);
  await showPages(cast, list, margaret);
  await connectWebhook(cast, list);
  await moveIn(cast, list);
  await letIn(cast, list, { ada, margaret });
  await announce(cast, list);
  await judge(cast);
  await respectPeople(cast, list, margaret);
  await tidyUp(cast, list);
  await cast.keepEvents();
}

/** @returns the parameter of paths under the list */
async function openList({ record, ask, receiver, worker }: Cast): Promise<List> {
  const { id } = await record('createWaitlist', { body: { name: 'Acme Notes' } });
  const params = { id };
  await ask('createField', { params, body: { key: 'company', label: 'Company', type: 'string' } });
  await record('createField', { params, body: { key: 'team_size', label: 'Team size', type: 'number' } });
  const { next_cursor: after } = await ask('listAuditLog', { query: { limit: 1 } });
  await record('listAuditLog', { query: { limit: 1 }, otherQuery: { after } });
  await record('exportAuditLog');
  await record('listFields', { params, query: { limit: 50, offset: 0 } });
  await record('updateWaitlist', { params, body: { referral_bonus: 2 } });
  await record('setLogo', {
    params,
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20" fill="#4338ca"/></svg>',
  });
  await record('readWaitlist', { params });
  const more = {
    abuse: { mode: 'enforce' },
    leaderboard: { public: true },
    invitations: { url: 'https://notes.example.com/welcome' },
    form: { enabled: true, origins: ['https://notes.example.com'], fields: ['company'] },
    page: { enabled: true, slug: 'field-notes' },
    retention: { unconfirmed_days: 30 },
    brand: {
      color: '#4338ca',
      headline: 'Notes that write themselves',
      links: [{ label: 'Imprint', url: 'https://notes.example.com/imprint' }],
    },
  };
  await ask('updateSettings', { params, body: more });
  const body = {
    links: { site_url: 'https://notes.example.com/', status_page: true, show_rewards: true },
    rewards: [
      {
        ...{ at: 1, key: 'stickers', name: 'Stickers', text: 'Five stickers, sent by post.' },
        image: 'https://notes.example.com/stickers.png',
      },
      { at: 10, key: 't-shirt', name: 'A T-shirt' },
    ],
  };
  await record('updateSettings', { params, body });
  await record('readSettings', { params });
  await grantRewards(worker); // ends the pass over the empty list
  const url = `${receiver.url}/hooks/waitlist`;
  const config = { url, events: ['signup.created', 'signup.removed'], retries: 'standard' };
  const webhook = { params: { type: 'webhook' }, body: { config } };
  await record('setIntegration', webhook);
  await record('setIntegration', webhook);
  await record('listIntegrations');
  return params;
}

interface List extends Readonly<Record<string, string>> {
  readonly id: string;
}

async function signUpPeople(cast: Cast, params: List) {
  const { record, ask, worker } = cast;
  const join = async (body: object) => {
    const made = await ask('createSignup', { params, body });
    await deliverAll(cast);
    return made;
  };
  for (const name of ['grace', 'alan']) await join({ email: `${name}@example.com` });
  const ada = await join({ email: 'ada@example.com', metadata: { page: 'home' } });
  const margaret = await record('createSignup', {
    params,
    body: {
      email: 'margaret@example.com',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'launch-week',
      utm_content: 'second-post',
      referrer: 'https://www.example.org/post',
      referral_code: ada.referral_code,
      metadata: { page: 'pricing' },
      fields: { company: 'Acme', team_size: 12 },
      locale: 'en-GB',
    },
  });
  await deliverAll(cast);
  for (const status of ['delivered', 'opened', 'clicked']) await report(cast, status, margaret.id);
  await grantRewards(worker); // now that somebody reads the mails to whom Ada referred
  await deliverAll(cast);
  await record('fulfilRewards', {
    params,
    body: { fulfilled: true, filter: { reward: 'stickers' }, dry_run: false },
  });
  const earned = { reward: 'stickers', fulfilled: 'true', q: 'ada' };
  await record('listRewards', { params, query: { limit: 50, offset: 0 }, otherQuery: earned });
  await record('exportRewards', { params, otherQuery: earned });
  const segment = await record('createSegment', {
    params,
    body: { name: 'From the newsletter', filter: { utm_source: 'newsletter', match: 'any_case' } },
  });
  await record('listSegments', { params, query: { limit: 50, offset: 0 } });
  const ofSegment = { ...params, segmentId: String(segment.id) };
  await record('updateSegment', { params: ofSegment, body: { name: 'Readers' } });
  const filters = {
    segment: String(segment.id),
    email: 'margaret@example.com',
    referral_code: margaret.referral_code,
    utm_source: 'newsletter',
    utm_campaign: 'launch-week',
    match: 'any_case',
    email_status: 'clicked',
    bounce_class: 'transient',
    referred_by: ada.id,
    created_from: today(),
    created_to: new Date().toISOString(),
    q: 'margaret@',
    confirmed: 'true',
    fields: { 'field.company': 'Acme', 'field.team_size': '12' },
    not_fields: { 'not_field.company': 'Globex' },
    not_email_domains: 'globex.com,globex.io',
  };
  const include = 'confirmation,assessment,invitation,rewards,locale,note,campaign';
  await record('listSignups', {
    params,
    query: { limit: 2, offset: 0 },
    otherQuery: { ...filters, order: 'display_position', include },
  });
  const signup = { ...params, signupId: margaret.id };
  await record('readSignup', { params: signup, otherQuery: { include } });
  await record('updateSignup', {
    params: signup,
    query: { include: 'note' },
    body: { fields: { team_size: 14 }, note: 'Met her at the conference: invite her first.' },
  });
  await record('exportSignups', { params, otherQuery: filters });
  await record('readSignupLinks', { params: signup });
  await record('readStats', {
    params,
    query: { from: today(-2), to: today() },
    otherQuery: { include: 'confirmation,campaigns' },
  });
  await record('addSignups', {
    params,
    body: {
      signups: [
        { email: 'joan@example.com', utm_source: 'import' },
        { email: 'ada@example.com' },
        { email: 'edith@example.com', fields: { team_size: 'ten' } },
      ],
      notify: false,
    },
  });
  const after = (await ask('listEvents', { query: { limit: 3 } })).next_cursor;
  await record('listEvents', {
    query: { after, limit: 1 },
    otherQuery: {
      from: new Date().toISOString(),
      types: 'signup.created,signup.removed',
      waitlist_id: params.id,
    },
  });
  await ask('createWaitlist', { body: { name: 'Acme Maps' } });
  await record('listWaitlists', { query: { limit: 1, offset: 1 } });
  await record('readAccount');
  await record('exportPerson', { body: { email: 'margaret@example.com' } });
  return { ada, margaret };
}

/** What a person's browser asks. */
async function showPages(cast: Cast, params: List, margaret: Signup): Promise<void> {
  const { record, ask, service } = cast;
  const { status_token: token } = await ask('readSignupLinks', {
    params: { ...params, signupId: margaret.id },
  });
  const person = { key: null, headers: { authorization: `Status ${token}` } };
  await record('readStatus', person);
  await record('readPublicLeaderboard', { ...person, query: { limit: 3 } });
  await record('readLeaderboard', { params, query: { limit: 3 } });
  const { form } = await ask('readSettings', { params });
  const browser = {
    params: { form_id: form.id },
    key: null,
    headers: { origin: 'https://notes.example.com', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
  };
  await record('signFormTime', browser);
  const before = signFormTime(formKeyOf(await service.ctx.linkSigner()), form.id, Date.now() - 10_000);
  await record('submitForm', {
    ...browser,
    body: {
      email: 'hedy@example.com',
      ref: margaret.referral_code,
      utm_source: 'newsletter',
      company: 'Acme',
      _time: before,
    },
  });
  await deliverAll(cast);
}

interface Signup {
  readonly id: string;
  readonly referral_code: string;
}

async function connectWebhook(cast: Cast, { id }: List): Promise<void> {
  const { record, ask, receiver } = cast;
  const params = { type: 'webhook' };
  await record('listDeliveries', { params });
  receiver.next({ status: 500, body: 'upstream timed out' });
  await ask('createSignup', {
    params: { id },
    body: { email: 'katherine@example.com', fields: { company: 'Acme' } },
  });
  await deliverAll(cast);
  const [failed] = await ask('listDeliveries', { params });
  const { event_id } = await record('readDelivery', { params: { ...params, deliveryId: failed.id } });
  await record('readHealth', { params });
  await record('redeliverEvent', { params: { ...params, eventId: event_id } });
  await record('replayEvents', {
    params,
    body: {
      since: new Date(cast.begins[0] ?? 0).toISOString(),
      until: new Date().toISOString(),
      types: ['signup.created'],
      only: 'failed',
    },
  });
  await record('dismissMissed', { params });
  await record('rotateSecret', { body: { overlap_hours: 24 } });
  await record('updateIntegration', { params, body: { enabled: false } });
}

async function moveIn({ record, ask, worker, account }: Cast, list: List): Promise<void> {
  const work = async (job: 'validate-import' | 'run-import', id: string) => {
    while (await worker.run(job, { id, accountId: account.accountId }));
  };
  const upload = {
    params: list,
    query: {
      preset: 'getwaitlist',
      positions: 'append',
      codes: 'keep',
      encoding: 'auto',
      date_order: 'dmy',
      notify: 'false',
      events: 'false',
    },
    body: [
      'email,priority,amount_referred,referral_token,referral_link,created_at',
      'dorothy@example.com,1,1,AB12CD,https://example.com/?ref_id=AB12CD,2024-03-01T10:00:00Z',
      'mary@example.com,2,0,EF34GH,https://example.com/?ref_id=EF34GH,2024-03-02T11:30:00Z',
      'ada@example.com,3,0,IJ56KL,https://example.com/?ref_id=IJ56KL,2024-03-05T16:45:00Z',
      'alan at example.com,4,0,ZX81QL,,2024-05-02T08:30:00Z',
      '',
    ].join('\n'),
  };
  const { id } = await record('createImport', upload);
  const params = { ...list, importId: id };
  await work('validate-import', id);
  await record('readImport', { params });
  await record('listImports', { params: list, query: { limit: 50, offset: 0 } });
  await record('listImportRows', { params, query: { outcome: 'rejected', limit: 50, offset: 0 } });
  await record('exportImportRows', { params, query: { outcome: 'rejected' } });
  const mapping = { priority: null, referral_link: 'metadata.old_link' };
  await record('updateImport', { params, body: { mapping } });
  await work('validate-import', id);
  const { would_create } = await ask('readImport', { params });
  await record('startImport', { params, body: { expected_count: would_create } });
  await work('run-import', id);
  const other = await ask('createImport', upload);
  await work('validate-import', other.id);
  await record('cancelImport', { params: { ...list, importId: other.id } });
}

async function letIn(
  cast: Cast,
  list: List,
  { ada, margaret }: Readonly<Record<'ada' | 'margaret', Signup>>,
): Promise<void> {
  const { record, ask, worker, service, account } = cast;
  const draft = {
    params: list,
    body: {
      name: 'First hundred',
      size: 100,
      order: 'display_position',
      filter: { fields: { company: 'Acme' } },
      per_hour: 600,
    },
  };
  await ask('addSuppression', { body: { email: 'katherine@example.com' } });
  const spare = await ask('draftWave', draft);
  await record('cancelWave', { params: { waveId: spare.id } });
  const wave = await record('draftWave', draft);
  const params = { waveId: wave.id };
  await record('launchWave', { params });
  await worker.run('send-wave', { id: wave.id, accountId: account.accountId });
  await worker.sendAll();
  const { data } = await record('listInvitations', {
    params: list,
    query: { limit: 50, offset: 0 },
    otherQuery: { state: 'invited', wave_id: wave.id },
  });
  const ofMargaret = data.find(({ signup_id }: { signup_id: string }) => signup_id === margaret.id).id;
  const [mail] = await service.sql`SELECT mail_id FROM invitations WHERE id = ${ofMargaret}`;
  for (const status of ['delivered', 'opened', 'clicked']) await report(cast, status, mail?.mail_id, true);
  await moveInvitations(cast, 2);
  await record('resendInvitation', { params: { invitationId: ofMargaret } });
  await worker.sendAll();
  await ask('recordConversion', { body: { waitlist_id: list.id, signup_id: margaret.id } });
  await record('readWave', { params });
  const members = { params, query: { limit: 50, offset: 0 }, otherQuery: { step: 'opened' } };
  await record('listWaveMembers', members);
  await record('exportWaveMembers', { params, otherQuery: { step: 'opened' } });
  await record('listWaves', { params: list, query: { limit: 50, offset: 0 } });

  const invite = { params: { ...list, signupId: ada.id }, body: { deliver: 'link', expires_in_days: 7 } };
  const { url } = await record('inviteSignup', invite);
  const token = tokenOf(url);
  await record('verifyInvitation', { body: { token, email: 'ada@example.com' } });
  await record('declineInvitation', { body: { token } });
  const again = await ask('inviteSignup', invite);
  await record('revokeInvitation', { params: { invitationId: again.id } });
  const last = await ask('inviteSignup', invite);
  const body = { token: tokenOf(last.url), email: 'ada@example.com', external_id: 'user_8412' };
  await record('recordConversion', { body });
  const linked = await ask('draftWave', { params: list, body: { size: 2, deliver: 'link' } });
  await ask('launchWave', { params: { waveId: linked.id } });
  await worker.run('send-wave', { id: linked.id, accountId: account.accountId });
  await record('exportWaveLinks', { params: { waveId: linked.id } });
  await moveInvitations(cast, 24 * 15);
  await expireDue(worker.ctx, new AbortController().signal);
}

/** Writes to those who are still on the list. */
async function announce(cast: Cast, list: List): Promise<void> {
  const { record, ask, worker, service, account } = cast;
  const body = {
    name: 'Launch day',
    subject: 'Acme Notes opens on Tuesday',
    design: {
      headline: 'We open on Tuesday',
      text: 'You are number {{position}} of {{total}}. On Tuesday at 9 you can come in.',
      button_text: 'See what is new',
      button_url: 'https://notes.example.com/new',
    },
    filter: { invitation_state: 'none' },
  };
  await ask('updateSettings', {
    params: list,
    body: { mail: { postal_address: 'Acme Notes\n1 Long Street\nBerlin' } },
  });
  const spare = await ask('draftAnnouncement', { params: list, body });
  await record('cancelAnnouncement', { params: { announcementId: spare.id } });
  const { id } = await record('draftAnnouncement', { params: list, body });
  const params = { announcementId: id };
  const { selected } = await record('updateAnnouncement', {
    params,
    body: { subject: 'Acme Notes opens on Tuesday, number {{position}}', filter: null },
  });
  await record('testAnnouncement', { params, body: { to: 'team@notes.example.com' } });
  await record('launchAnnouncement', { params, body: { expected_count: selected } });
  await record('pauseAnnouncement', { params });
  await record('resumeAnnouncement', { params });
  let hasEnded = false;
  const running = worker.run('send-announcement', { id, accountId: account.accountId }).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    await worker.sendAll();
    await sleep(20);
  }
  await running;
  await deliverAll(cast);
  const [mail] = await service.sql`SELECT id FROM mails WHERE kind = 'announcement' ORDER BY id LIMIT 1`;
  for (const status of ['delivered', 'opened']) await report(cast, status, mail?.id, true);
  await record('readAnnouncement', { params });
  await record('listAnnouncements', { params: list, query: { limit: 50, offset: 0 } });
  await record('listAnnouncementMembers', {
    params,
    query: { limit: 50, offset: 0 },
    otherQuery: { state: 'opened' },
  });
  await record('exportAnnouncementMembers', { params });
}

const moveInvitations = ({ service }: Cast, hours: number) => service.sql`
  UPDATE invitations SET last_mailed_at = last_mailed_at - make_interval(hours => ${hours}),
    expires_at = expires_at - make_interval(hours => ${hours}) WHERE state = 'invited'`;

/** On a list that judges referrals and asks people to confirm their address. */
async function judge(cast: Cast): Promise<void> {
  const { record, ask, worker, resend } = cast;
  const { id } = await ask('createWaitlist', { body: { name: 'Acme Beta' } });
  const params = { id };
  const join = (email: string, code?: string) =>
    ask('createSignup', { params, body: { email, ...(code && { referral_code: code }) } });
  await ask('updateSettings', {
    params,
    body: { abuse: { mode: 'enforce' }, confirmation: { enabled: true } },
  });
  const grace = await join('grace@example.org');
  for (const email of ['ada@example.com', 'ada+2@example.com', 'bot@mailinator.com', 'ada+3@example.com'])
    await join(email, grace.referral_code);
  await judgeReferrals(worker);
  const query = { limit: 50, offset: 0 };
  const { data } = await record('listReviews', {
    params,
    query: { state: 'open', reason: 'alias', referrer_id: grace.id, domain: 'example.com', ...query },
  });
  await record('listReferrers', { params, query });
  const [third, second] = data;
  await record('approveReview', { params: { ...params, signupId: second.signup_id } });
  await record('rejectReview', { params: { ...params, signupId: third.signup_id } });
  await record('decideReviews', {
    params,
    body: { action: 'reject', filter: { referrer_id: grace.id }, dry_run: false },
  });
  await ask('rejectReview', { params: { ...params, signupId: second.signup_id } });
  await worker.sendAll();
  const asked = [...resend.mails.values()].findLast(({ to }) => [to].flat().includes('grace@example.org'));
  const [, token = ''] = /\/c\/([\w-]{60,})/.exec(`${asked?.html}`) ?? [];
  await record('confirmSignup', { body: { token } });
}

async function respectPeople(cast: Cast, list: List, margaret: Signup): Promise<void> {
  const { record, ask, service, worker, account } = cast;
  const email = 'margaret@example.com';
  const { unsubscribe_url: url } = await ask('readSignupLinks', {
    params: { ...list, signupId: margaret.id },
  });
  await service.app.inject({ method: 'POST', url: new URL(url).pathname });
  await worker.fanOut();
  await record('listSuppressions', { query: { email, limit: 50, offset: 0 } });
  await record('exportSuppressions');
  await record('addSuppression', { body: { email: 'grace@example.com', waitlist_id: null } });
  await record('removeSuppression', { body: { email: 'grace@example.com' } });
  await cast.keepEvents();
  const { erasure_id: id } = await record('erasePerson', { body: { email, suppress: true } });
  await worker.run('erase-person', { id, accountId: account.accountId });
}

/** What is taken away again; and an account with its own mail provider, whose webhook is gone. */
async function tidyUp(cast: Cast, list: List): Promise<void> {
  const { record, ask, service, worker, receiver } = cast;
  const [first] = (await ask('listSignups', { params: list })).data;
  await record('removeLogo', { params: list });
  await record('removeSignup', { params: { ...list, signupId: first.id } });
  await record('revokeLinks', { params: list, body: { kind: 'status' } });
  await record('updateField', { params: { ...list, key: 'company' }, body: { label: 'Company name' } });
  const spareSegment = await ask('createSegment', { params: list, body: { name: 'Spare', filter: {} } });
  await record('deleteSegment', { params: { ...list, segmentId: String(spareSegment.id) } });
  await record('deleteField', { params: { ...list, key: 'team_size' } });
  await record('deleteIntegration', { params: { type: 'webhook' } });
  await record('deleteWaitlist', { params: list });

  const provider = await setEmailProvider(service.ctx, cast.account.accountId, {
    type: 'resend',
    from: 'Acme <hello@acme.test>',
    config: { api_key: resendKey },
    webhookSecret: managedSecret,
    skipVerify: false,
  });
  const token = provider.webhook_url?.split('/').at(-1) ?? '';
  const { body, headers } = eventOf('delivered', first.id, await cast.begin());
  await record('receiveAccountEmailEvents', { params: { token }, key: null, body, headers });
  await ask('setIntegration', {
    params: { type: 'webhook' },
    body: { config: { url: `${receiver.url}/gone`, retries: 'standard' } },
  });
  const { id } = await ask('createWaitlist', { body: { name: 'Acme Cards' } });
  receiver.next({ status: 410 });
  await ask('createSignup', { params: { id }, body: { email: 'lynn@example.com' } });
  await deliverAll(cast);
  await worker.fanOut(); // integration.disabled
}

/** Sends mails, and publishes and delivers events. */
async function deliverAll({ service, worker, account }: Cast): Promise<void> {
  await worker.sendAll();
  await worker.fanOut();
  for (const id of await service.pendingJobs('deliver-with-retries'))
    await worker.run('deliver-with-retries', { id, accountId: account.accountId });
}

/** Reports what became of a mail, as Resend does. */
async function report(cast: Cast, status: string, mailId: string, onlyAsk = false): Promise<void> {
  const { body, headers } = eventOf(status, mailId, await cast.begin());
  await cast[onlyAsk ? 'ask' : 'record']('receiveManagedEmailEvents', { key: null, body, headers });
  await cast.worker.applyEvents();
  await deliverAll(cast);
}

function eventOf(status: string, mailId: string, now: number) {
  const created_at = new Date(now).toISOString();
  const body = {
    type: `email.${status}`,
    created_at,
    data: {
      email_id: '5719eda8-7336-4d7f-a069-5cbdb5bf1786',
      tags: { signup_id: mailId },
      created_at,
      from: 'Acme <hello@acme.test>',
      to: ['margaret@example.com'],
      subject: 'You are #4 on the list for Acme Notes',
    },
  };
  const at = Math.floor(now / 1_000);
  return {
    body,
    headers: signResendEvent(managedSecret, `msg_${status}_${mailId}`, at, JSON.stringify(body)),
  };
}

/** A day in UTC, as `YYYY-MM-DD`. */
export const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
