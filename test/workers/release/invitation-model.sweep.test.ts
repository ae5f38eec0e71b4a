import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireDue } from '../../../src/shared/capabilities/release/invitations/end-invitations.ts';
import { type InvitingList, makeInvitingList, tokenOf } from '../../support/release/inviting.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { readCsv } from '../../support/values/read-csv.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const validDays = 2;
const mostResends = 3;
/** All tokens are verified after each so many steps, and at the end. */
const stepsPerAsking = 4;

/**
 * What happens to a list. `at` chooses a person, `token` one of the tokens so far; beyond the last one they
 * count from the first again.
 */
type Step =
  | { readonly do: 'add' }
  | { readonly do: 'invite' | 'resend' | 'revoke' | 'remove' | 'convertDirectly'; readonly at: number }
  | { readonly do: 'decline'; readonly token: number }
  | { readonly do: 'convert'; readonly token: number; readonly isTheirs: boolean }
  | { readonly do: 'wave'; readonly size: number }
  | { readonly do: 'pass'; readonly hours: number }
  | { readonly do: 'mark' };

const at = fc.nat(4);
const token = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('invite' as const), at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('resend', 'resend', 'revoke', 'remove', 'convertDirectly'),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decline' as const), token }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('convert' as const), token, isTheirs: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wave' as const), size: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      hours: fc.constantFrom(1, 1, 1, 48),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark' as const) }) },
);

/** An invitation as docs/invitations.md says it is. */
interface Invitation {
  readonly id: string;
  readonly person: Person;
  state: 'invited' | 'expired' | 'declined' | 'revoked' | 'converted';
  token: string;
  resends: number;
  hoursSinceMail: number;
  hoursLeft: number;
}

interface Person {
  readonly id: string;
  readonly email: string;
  isRemoved: boolean;
  isUser: boolean;
}

/** What a list shows between the steps, and the status of each answer. */
class InvitationModel {
  readonly people: Person[] = [];
  readonly invitations: Invitation[] = [];
  /** Those of invitations that were sent again are in no invitation any more. */
  readonly tokens: string[] = [];

  openOf = (person: Person) =>
    this.invitations.find((invitation) => invitation.person === person && invitation.state === 'invited');
  lastOf = (person: Person) => this.invitations.findLast((invitation) => invitation.person === person);
  byToken = (text: string) => this.invitations.find((invitation) => invitation.token === text);
  canBeInvited = (person: Person) => !person.isRemoved && !person.isUser && !this.openOf(person);

  /** Why an invitation cannot be used; undefined for one that can. */
  problemOf({ state, hoursLeft }: Invitation): string | undefined {
    if (state !== 'invited') return state;
    return hoursLeft <= 0 ? 'expired' : undefined;
  }

  invited(person: Person, id: string, text: string): void {
    const hoursLeft = validDays * 24;
    const invitation = { id, person, token: text, resends: 0, hoursSinceMail: 0, hoursLeft };
    this.invitations.push({ ...invitation, state: 'invited' });
    this.tokens.push(text);
  }

  resendStatus(invitation: Invitation): 200 | 409 | 429 {
    if (this.problemOf(invitation) !== undefined) return 409;
    return invitation.resends === mostResends || invitation.hoursSinceMail < 1 ? 429 : 200;
  }

  resent(invitation: Invitation, text: string): void {
    invitation.token = text;
    invitation.resends += 1;
    invitation.hoursSinceMail = 0;
    invitation.hoursLeft = validDays * 24;
    this.tokens.push(text);
  }

  revoke(invitation: Invitation): 200 | 409 {
    if (!['invited', 'revoked'].includes(invitation.state)) return 409;
    invitation.state = 'revoked';
    return 200;
  }

  decline(text: string): 200 | 404 | 409 {
    const invitation = this.byToken(text);
    if (!invitation) return 404;
    if (invitation.state === 'declined') return 200;
    if (this.problemOf(invitation) !== undefined) return 409;
    invitation.state = 'declined';
    return 200;
  }

  convert(text: string, isTheirs: boolean): readonly [status: 200 | 404 | 409, first?: boolean] {
    const invitation = this.byToken(text);
    if (!invitation) return [404];
    if (invitation.person.isRemoved) return [invitation.state === 'converted' ? 404 : 409];
    if (!isTheirs) return [409];
    if (invitation.person.isUser) return [200, false];
    if (this.problemOf(invitation) !== undefined) return [409];
    invitation.state = 'converted';
    invitation.person.isUser = true;
    return [200, true];
  }

  convertDirectly(person: Person): readonly [status: 200 | 404, first?: boolean] {
    if (person.isRemoved) return [404];
    if (person.isUser) return [200, false];
    const open = this.openOf(person);
    if (open && this.problemOf(open) === undefined) open.state = 'converted';
    person.isUser = true;
    return [200, true];
  }

  remove(person: Person): 204 | 404 {
    if (person.isRemoved) return 404;
    const open = this.openOf(person);
    if (open) open.state = 'revoked';
    person.isRemoved = true;
    return 204;
  }

  pass(hours: number): void {
    for (const invitation of this.invitations) {
      invitation.hoursSinceMail += hours;
      invitation.hoursLeft -= hours;
    }
  }

  /** The worker marks those whose time is over. */
  mark(): void {
    for (const invitation of this.invitations)
      if (this.problemOf(invitation) === 'expired') invitation.state = 'expired';
  }

  get shown() {
    return {
      invitations: this.invitations
        .map(({ id, person, state, resends }) => [id, person.isRemoved ? null : person.email, state, resends])
        .sort(),
      tokens: this.tokens.map((text) => {
        const invitation = this.byToken(text);
        return invitation ? (this.problemOf(invitation) ?? 'valid') : 'unknown';
      }),
    };
  }
}

describe('invitations (N5)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  async function shown(list: InvitingList, tokens: readonly string[]): Promise<InvitationModel['shown']> {
    const invitations = await list.invitations('?limit=200');
    const verified = await Promise.all(
      tokens.map((text) => list.call('POST', '/invitations/verify', { token: text })),
    );
    return {
      invitations: invitations.map(({ id, email, state, resends }) => [id, email, state, resends]).sort(),
      tokens: verified.map(({ body }) => (body.valid ? 'valid' : body.reason)),
    };
  }

  async function pass(list: InvitingList, hours: number): Promise<void> {
    await service.sql`
      UPDATE invitations SET last_mailed_at = last_mailed_at - make_interval(hours => ${hours}), expires_at = expires_at - make_interval(hours => ${hours})
      WHERE waitlist_id = ${list.id}`;
  }

  /** Launches a wave and takes its links. */
  async function launch(list: InvitingList, model: InvitationModel, size: number): Promise<void> {
    const members = model.people.filter(model.canBeInvited).slice(0, size);
    const wave = { size, deliver: 'link', order: 'position', expires_in_days: validDays };
    const { status, body: draft } = await list.call('POST', `/waitlists/${list.id}/waves`, wave);
    expect(status).toBe(members.length === 0 ? 409 : 201);
    if (members.length === 0) return;
    expect(draft.selected).toBe(members.length);
    expect((await list.call('POST', `/waves/${draft.id}/launch`)).status).toBe(202);
    const { accountId } = list.account;
    await worker.run('send-wave', { id: draft.id, accountId });
    const links = await service.call('GET', `/v1/waves/${draft.id}/links`, list.account.key);
    const urls = new Map(readCsv(links.body).map(([email = '', url = '']) => [email, url]));
    const invited = await list.invitations(`?wave_id=${draft.id}`);
    expect(invited).toHaveLength(members.length);
    for (const person of members) {
      const { id } = invited.find(({ signup_id }) => signup_id === person.id) ?? expect.fail(person.email);
      model.invited(person, id, tokenOf(urls.get(person.email) ?? ''));
    }
  }

  async function run(list: InvitingList, model: InvitationModel, number: number, next: Step): Promise<void> {
    const { people, tokens } = model;
    const signups = `/waitlists/${list.id}/signups`;
    switch (next.do) {
      case 'add': {
        const email = `person${number}@example.com`;
        people.push({ id: (await list.add({ email })).id, email, isRemoved: false, isUser: false });
        return;
      }
      case 'wave':
        return launch(list, model, next.size);
      case 'pass':
        await pass(list, next.hours);
        return model.pass(next.hours);
      case 'mark':
        await expireDue(worker.ctx, new AbortController().signal);
        return model.mark();
      case 'decline':
      case 'convert': {
        const text = tokens[next.token % Math.max(1, tokens.length)];
        if (text === undefined) return;
        const email =
          (next.do === 'convert' && next.isTheirs && model.byToken(text)?.person.email) || 'eve@example.com';
        const isTheirs = next.do === 'convert' && next.isTheirs;
        const answer =
          next.do === 'decline'
            ? await list.call('POST', '/invitations/decline', { token: text })
            : await list.call('POST', '/conversions', { token: text, email });
        const [status, first] = next.do === 'decline' ? [model.decline(text)] : model.convert(text, isTheirs);
        expect([answer.status, answer.body.first]).toEqual([status, first]);
        return;
      }
    }
    const person = people[next.at % Math.max(1, people.length)];
    if (!person) return;
    if (next.do === 'invite') {
      const body = { deliver: 'link', expires_in_days: validDays };
      const answer = await list.call('POST', `${signups}/${person.id}/invite`, body);
      expect(answer.status).toBe(person.isRemoved ? 404 : model.canBeInvited(person) ? 201 : 409);
      if (answer.status === 201) model.invited(person, answer.body.id, tokenOf(answer.body.url));
    } else if (next.do === 'remove') {
      expect((await list.remove(person.id)).statusCode).toBe(model.remove(person));
    } else if (next.do === 'convertDirectly') {
      const body = { waitlist_id: list.id, signup_id: person.id };
      const answer = await list.call('POST', '/conversions', body);
      const [status, first] = model.convertDirectly(person);
      expect([answer.status, answer.body.first]).toEqual([status, first]);
    } else {
      const invitation = model.lastOf(person);
      if (!invitation) return;
      const expected = next.do === 'resend' ? model.resendStatus(invitation) : model.revoke(invitation);
      const answer = await list.call('POST', `/invitations/${invitation.id}/${next.do}`);
      expect(answer.status).toBe(expected);
      if (next.do === 'resend' && expected === 200) model.resent(invitation, tokenOf(answer.body.url));
    }
  }

  test('show after any steps what the model does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const account = await service.account({ plan: 'scale', requestsPerMinute: 1_000_000 });
        const list = await makeInvitingList(service, account, worker);
        const model = new InvitationModel();
        const all = [{ do: 'add' } as Step, ...steps];
        for (const [number, next] of all.entries()) {
          await run(list, model, number, next);
          // Asking for all tokens takes most of the time, and what a step did to one stays to be seen.
          const isAsking = number % stepsPerAsking === 0 || number === all.length - 1;
          const expected = isAsking ? model.shown : { ...model.shown, tokens: [] };
          expect(await shown(list, isAsking ? model.tokens : []), `after ${JSON.stringify(next)}`).toEqual(
            expected,
          );
        }
        expect(await findBrokenInvariants(service.sql)).toEqual([]);
      }),
      { numRuns: triesAll ? 50 : 15 },
    );
  });
});
