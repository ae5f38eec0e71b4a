import type { PlanName } from '../../../../src/shared/account/plans.ts';
import { type FakeResend, signResendEvent } from '../../../support/fakes/resend.ts';
import { callerAddress } from '../../../support/network/caller-address.ts';
import { pick } from '../../../support/storm/random.ts';

/** How long web processes cache the plan (C2.9). */
const planMs = 1_000;

export interface Environment {
  readonly urls: readonly string[];
  /** The path for events of the account's mail provider, and their secret. */
  readonly eventsPath: string;
  readonly webhookSecret: string;
  readonly receiverUrl: string;
  readonly mails: FakeResend;
  readonly random: () => number;
  setPlan(plan: PlanName): Promise<unknown>;
}

/** The clients of one account and what they remember. Times are in ms since 1970. */
export interface Account {
  readonly id: string;
  /** Counts by operation and status. */
  readonly answers: ReadonlyMap<string, number>;
  /** Unexpected answers. */
  readonly problems: readonly string[];
  /** When the deletion of a signup, or of its waitlist, was answered. */
  readonly deletedAt: ReadonlyMap<string, number>;
  /** Signups whose whole request fell in a time when the webhook was off. */
  readonly signedUpWhileOff: ReadonlySet<string>;
  isOffAt(time: number): boolean;
  timesOff(): number;
  /** Sets the webhook up. */
  begin(): Promise<void>;
  /** One random operation of a client that signs people up. */
  visitorStep(): Promise<void>;
  /** One random operation of the owner. There is one owner, so the state of the webhook is known. */
  ownerStep(): Promise<void>;
}

interface KnownSignup {
  readonly id: string;
  readonly list: string;
  readonly code: string;
}

/** Answers that are right if another client has deleted the row, or the plan is free at the moment. */
const expected: Readonly<Record<string, readonly number[]>> = {
  'sign up': [201, 402, 404],
  'delete a signup': [204, 404],
  'delete a waitlist': [204],
  'make a waitlist': [201, 402],
  'list signups': [200, 404],
  'pause the webhook': [200, 404],
  'resume the webhook': [200, 402, 404],
  'delete the webhook': [204, 404],
  'set up the webhook': [200, 201, 402],
  'send an event': [200],
};

export function openAccount(
  { accountId, key, waitlist }: { accountId: string; key: string; waitlist: string },
  env: Environment,
): Account {
  const { random } = env;
  const answers = new Map<string, number>();
  const problems: string[] = [];
  const deletedAt = new Map<string, number>();
  const signedUpWhileOff = new Set<string>();
  const off: { from: number; to: number }[] = [];
  const lists = [waitlist];
  const signups: KnownSignup[] = [];
  let number = 0;
  let events = 0;

  async function call(
    name: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, string> }> {
    number += 1;
    let status = 0;
    let answer: Record<string, string> = {};
    try {
      const response = await fetch(`${pick(env.urls, random())}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'x-forwarded-for': callerAddress(number),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      status = response.status;
      if (status !== 204) answer = (await response.json()) as Record<string, string>;
    } catch (error) {
      problems.push(`${name}: ${error}`);
    }
    answers.set(`${name}: ${status}`, (answers.get(`${name}: ${status}`) ?? 0) + 1);
    if (!expected[name]?.includes(status))
      problems.push(`${name} was answered ${status} ${JSON.stringify(answer)}`);
    return { status, body: answer };
  }

  /** One more, because the database stores fractions of a millisecond. */
  const now = () => Date.now() + 1;
  const isOff = () => off.at(-1)?.to === Number.POSITIVE_INFINITY;
  const turnedOff = (from = now()) => {
    if (!isOff()) off.push({ from, to: Number.POSITIVE_INFINITY });
  };
  /** To be called before the request that turns the webhook on. */
  const turnsOn = () => {
    const last = off.at(-1);
    if (last && isOff()) last.to = Date.now();
  };

  async function signUp(): Promise<void> {
    const list = pick(lists, random());
    const referrer = random() < 0.5 ? signups.at(-1 - Math.floor(random() * 20)) : undefined;
    const sent = Date.now();
    const { status, body } = await call('sign up', 'POST', `/v1/waitlists/${list}/signups`, {
      email: `person${number}@example.com`,
      utm_source: `source-${number % 5}`,
      ...(referrer && { referral_code: referrer.code }),
    });
    const { id, referral_code: code } = body;
    if (status !== 201 || !id || !code) return;
    signups.push({ id, list, code });
    const answered = Date.now();
    if (off.some(({ from, to }) => from < sent && answered < to)) signedUpWhileOff.add(id);
  }

  async function deleteSignup(): Promise<void> {
    const index = signups.length - 1 - Math.floor(random() * Math.min(signups.length, 30));
    const [signup] = signups.splice(Math.max(0, index), 1);
    if (!signup) return;
    const { status } = await call(
      'delete a signup',
      'DELETE',
      `/v1/waitlists/${signup.list}/signups/${signup.id}`,
    );
    if (status === 204) deletedAt.set(signup.id, now());
  }

  async function replaceWaitlist(): Promise<void> {
    if (lists.length > 1) {
      const [list] = lists.splice(Math.floor(random() * lists.length), 1);
      const known = signups.filter((signup) => signup.list === list);
      await call('delete a waitlist', 'DELETE', `/v1/waitlists/${list}`);
      const answered = now();
      for (const { id } of known) if (!deletedAt.has(id)) deletedAt.set(id, answered);
    }
    const { status, body } = await call('make a waitlist', 'POST', '/v1/waitlists', {
      name: `List ${number}`,
    });
    if (status === 201 && body.id) lists.push(body.id);
  }

  async function sendEvent(): Promise<void> {
    const sent = [...env.mails.mails].slice(-200);
    if (sent.length === 0) return;
    const [emailId, { tags }] = pick(sent, random());
    const type = pick(['delivered', 'opened', 'clicked', 'bounced', 'delivery_delayed'], random());
    const body = JSON.stringify({
      type: `email.${type}`,
      created_at: new Date().toISOString(),
      data: {
        email_id: emailId,
        tags: Object.fromEntries(
          (tags as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
        ),
      },
    });
    events += 1;
    const signed = signResendEvent(
      env.webhookSecret,
      `event-${accountId}-${events}`,
      Math.floor(Date.now() / 1_000),
      body,
    );
    await call('send an event', 'POST', env.eventsPath, body, signed);
  }

  const webhook = '/v1/integrations/webhook';
  const config = { config: { url: env.receiverUrl, signing_secret: 'a-secret-of-16-and-more' } };
  const plan: { name: PlanName; countsFrom: number } = { name: 'scale', countsFrom: 0 };
  /**
   * A request turns the webhook on if the plan has integrations, or if a process may still have the old plan
   * cached.
   */
  async function turnOn(name: string, method: string, body: unknown): Promise<void> {
    if (plan.name !== 'free' || Date.now() <= plan.countsFrom) turnsOn();
    await call(name, method, webhook, body);
    if (plan.name === 'free') turnedOff(Math.max(plan.countsFrom, now()));
  }

  return {
    id: accountId,
    answers,
    problems,
    deletedAt,
    signedUpWhileOff,
    isOffAt: (time) => off.some(({ from, to }) => time > from && time < to),
    timesOff: () => off.length,
    begin: async () => void (await call('set up the webhook', 'PUT', webhook, config)),
    async visitorStep() {
      const dice = random();
      if (dice < 0.5) await signUp();
      else if (dice < 0.75) await deleteSignup();
      else if (dice < 0.95) await sendEvent();
      else await call('list signups', 'GET', `/v1/waitlists/${pick(lists, random())}/signups?limit=20`);
    },
    async ownerStep() {
      const dice = random();
      if (dice < 0.3) {
        if ((await call('pause the webhook', 'PATCH', webhook, { enabled: false })).status === 200)
          turnedOff();
        await signUp();
      } else if (dice < 0.6) {
        await turnOn('resume the webhook', 'PATCH', { enabled: true });
      } else if (dice < 0.65) {
        if ((await call('delete the webhook', 'DELETE', webhook)).status === 204) turnedOff();
        await turnOn('set up the webhook', 'PUT', config);
      } else if (dice < 0.8) {
        await replaceWaitlist();
      } else if (dice < 0.9) {
        const next = plan.name === 'free' ? 'scale' : 'free';
        if (next === 'scale') turnsOn();
        await env.setPlan(next);
        plan.name = next;
        plan.countsFrom = now() + planMs;
        if (next === 'free') turnedOff(plan.countsFrom);
      } else await sendEvent();
    },
  };
}
