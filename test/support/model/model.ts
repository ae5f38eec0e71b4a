import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '../../../src/shared/account/scopes.ts';
import { BrandSettings } from '../../../src/shared/capabilities/branding/settings.ts';
import { FormSettings } from '../../../src/shared/capabilities/forms/form-settings.ts';
import { AbuseSettings } from '../../../src/shared/capabilities/trust/abuse-settings.ts';
import { ArchivePatch, ArchiveSettings } from '../../../src/shared/list/archive/settings.ts';
import type { Answer, Call } from './call.ts';
import { filterOf } from './filters.ts';
import { isWhole, keyOf, objectOf, oneLine, pageOf, type SignupInput, toSignupInput } from './inputs.ts';
import { check, Refusal, refuse, statusOf } from './refusal.ts';

/** A key and its account. Without an account the key is unknown. */
interface Client {
  readonly account: Account | undefined;
  readonly scopes: readonly Scope[];
}

export interface Account {
  readonly id: string;
  readonly plan: 'free' | 'launch';
  /** The live account, if this is its test mode (N8). */
  readonly testOf: string | undefined;
  /** All lists by their names in calls, deleted ones included. */
  readonly lists: Map<string, List>;
  readonly integrations: Map<string, Integration>;
  /** From the first integration or the first GET events on (N2). */
  hasFeed: boolean;
  /** All fired events, such as `signup.created ada@example.com` (§6.1). */
  readonly events: string[];
  /** In the order of their creation. */
  suppressions: Suppression[];
}

/** A suppression by hand or by an erasure (N3). */
interface Suppression {
  readonly key: string;
  readonly waitlist_id: string | null;
  readonly reason: 'manual' | 'erased';
  /** Those of an erasure are taken from the first list that contains it. */
  id?: string;
  created_at?: string;
}

interface List {
  readonly id: string;
  readonly created_at: string;
  name: string;
  bonus: number | null;
  deleted: boolean;
  lastPosition: number;
  /** By position. */
  signups: Signup[];
  readonly gone: Signup[];
  /** In the order of their creation, which orders fields of equal position (§2.2). */
  fields: Field[];
  /** The number of signups that are only counted. */
  readonly crowd: number;
  /** `settings.links` (N1). */
  readonly links: {
    site_url: string | null;
    status_page: boolean;
    hide: readonly string[];
    show_rewards: boolean;
  };
  /** `settings.confirmation`; nothing of it is switched on here (N3). */
  confirmation: Record<string, unknown>;
  /** `settings.rewards`; no worker grants any here (N5). */
  rewards: readonly { at: number; key: string; name?: string }[];
  /** `settings.leaderboard` (N5). */
  readonly leaderboard: { name_field: string | null; public: boolean };
  /** `settings.form`, which is never enabled here (N6). */
  form: Record<string, unknown>;
  /** `settings.page`, which never has a slug here: those of all accounts must differ. */
  page: Record<string, unknown>;
  /** `settings.archive` (N9). */
  archive: ArchiveSettings;
  /** `settings.brand` as it was set. */
  brand: Record<string, unknown>;
  /** Increased by each revocation of status tokens. */
  epoch: number;
  /** Status tokens by epoch and signup, from the first answer that contains each. */
  readonly tokens: Map<string, string>;
}

interface Signup {
  readonly id: string;
  email: string;
  key: string;
  /** How often the address was corrected: each time there are other links. */
  generation?: number;
  readonly position: number;
  readonly code: string;
  readonly given: Pick<SignupInput, 'utm_source' | 'referrer' | 'metadata'>;
  readonly locale: string | null;
  fields: Record<string, unknown>;
  /** Of the team; empty: none. */
  note?: string;
  referrer: Signup | null;
  /** When the person became a user (N5). */
  converted_at?: string;
  /** Taken from the first answer that contains it. */
  created_at?: string;
}

interface Field {
  readonly key: string;
  readonly type: string;
  label: string;
  required: boolean;
  position: number;
}

interface Integration {
  enabled: boolean;
  /** An empty list means all events (C7.3). */
  events: readonly string[];
  created_at?: string;
  /** While an older signing secret signs too. */
  isRotating?: boolean;
  /** Paused once, so it may have missed events. */
  wasPaused?: boolean;
}

/**
 * The input of an operation. `seen` is the service's answer, for what only the service can choose: ids,
 * codes, times, secrets.
 */
interface Given extends Omit<Call, 'client' | 'operation'> {
  readonly account: Account;
  readonly scopes: readonly Scope[];
  readonly seen: Seen;
}

/** The body of an answer. If the body is an array, it is in `data`. */
export interface Seen {
  readonly [name: string]: unknown;
  readonly data?: readonly Seen[];
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly scope: Scope;
  readonly run: (given: Given) => Answer;
}

/** What a bulk says of a stored signup. */
type Listed = Readonly<Record<'id' | 'referral_code', string>> & { readonly position: number };

/** The service chose an invalid value. */
export class InvalidChoice extends Error {}

/**
 * The rules of the service (§2 to §8) in memory, for one call at a time. It takes ids, codes and times from
 * the service's first answer, and expects the same values from then on.
 */
export class Model {
  readonly accounts = new Map<string, Account>();
  readonly clients = new Map<string, Client>();
  /** The current day in UTC. */
  readonly today: string;
  readonly #chosen = new Set<string>();

  constructor(today: string) {
    this.today = today;
  }

  addAccount(name: string, id: string, plan: Account['plan'], testOf?: string): Account {
    const account = {
      id,
      plan,
      testOf,
      lists: new Map(),
      integrations: new Map(),
      hasFeed: false,
      events: [],
      suppressions: [],
    };
    this.accounts.set(name, account);
    return account;
  }

  addClient(name: string, account: string | undefined, scopes: readonly Scope[]): void {
    this.clients.set(name, { account: this.accounts.get(account ?? ''), scopes });
  }

  /** `crowd` signups are only counted: no call may read them. */
  addList(account: Account, name: string, facts: Pick<List, 'id' | 'name' | 'created_at'>, crowd = 0): List {
    const empty = { bonus: null, deleted: false, signups: [], gone: [], fields: [] };
    const links = { ...linkDefaults };
    const list = {
      ...empty,
      ...facts,
      lastPosition: crowd,
      crowd,
      links,
      confirmation: {},
      rewards: [],
      leaderboard: { ...leaderboardDefaults },
      brand: {},
      form: {},
      page: {},
      archive: ArchiveSettings.parse({}),
      epoch: 0,
      tokens: new Map(),
    };
    account.lists.set(name, list);
    return list;
  }

  /** Applies a call and returns the expected answer (C1.1). @throws InvalidChoice */
  answer({ client, operation, ...call }: Call, seen: Seen): Answer {
    const { account, scopes = [] } = this.clients.get(client) ?? {};
    const { scope, run } = this.operation(operation);
    try {
      if (!account) refuse('unauthorized');
      if (!scopes.includes(scope)) refuse('forbidden');
      return run({ ...call, account, scopes, seen });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message } = error;
      return { status: statusOf[code], body: { error: { code, ...(message !== '' && { message }) } } };
    }
  }

  operation(name: string): Operation {
    const operation = this.#operations[name];
    if (!operation) throw new Error(`No operation ${name}`);
    return operation;
  }

  /** The operations of §4 with the scopes of §5. */
  readonly #operations: Readonly<Record<string, Operation>> = {
    readAccount: { method: 'GET', path: '/v1/account', scope: 'account:read', run: (g) => this.#account(g) },
    listAuditLog: {
      method: 'GET',
      path: '/v1/audit-log',
      scope: 'account:read',
      run: () => ok({ data: [], next_cursor: null }),
    },
    listWaitlists: {
      method: 'GET',
      path: '/v1/waitlists',
      scope: 'waitlists:read',
      run: ({ account, query }) => {
        const page = pageOf(query);
        const items = liveLists(account).map((list) => {
          const { id, name, created_at } = list;
          return { id, name, created_at, signup_count: sizeOf(list) };
        });
        return ok(page(items.reverse()));
      },
    },
    createWaitlist: {
      method: 'POST',
      path: '/v1/waitlists',
      scope: 'waitlists:write',
      run: ({ account, body, seen }) => {
        const name = oneLine(objectOf(body).name, 100);
        const most = account.testOf === undefined ? { free: 1, launch: 5 }[account.plan] : 20;
        if (liveLists(account).length >= most) refuse('quota_exceeded');
        assertFreeName(account, name);
        const number = account.lists.size + (account.lists.has('crowd') ? 0 : 1);
        const facts = { id: this.#newId(seen.id), name, created_at: this.#time(seen.created_at) };
        const list = this.addList(account, String(number), facts);
        return { status: 201, body: { id: list.id, name, created_at: list.created_at } };
      },
    },
    readWaitlist: {
      method: 'GET',
      path: '/v1/waitlists/:id',
      scope: 'waitlists:read',
      run: (given) => ok(showList(listOf(given))),
    },
    updateWaitlist: {
      method: 'PATCH',
      path: '/v1/waitlists/:id',
      scope: 'waitlists:write',
      run: (given) => {
        const { name, referral_bonus: bonus } = objectOf(given.body);
        check(name !== undefined || bonus !== undefined);
        const newName = name === undefined ? undefined : oneLine(name, 100);
        if (bonus !== undefined && bonus !== null) check(isWhole(bonus, 1, 1_000_000));
        const list = listOf(given);
        if (newName !== undefined && newName !== list.name) assertFreeName(given.account, newName);
        list.name = newName ?? list.name;
        if (bonus !== undefined) list.bonus = bonus as number | null;
        return ok(showList(list));
      },
    },
    deleteWaitlist: {
      method: 'DELETE',
      path: '/v1/waitlists/:id',
      scope: 'waitlists:delete',
      run: (given) => {
        listOf(given).deleted = true;
        return { status: 204 };
      },
    },
    listFields: {
      method: 'GET',
      path: '/v1/waitlists/:id/fields',
      scope: 'waitlists:read',
      run: (given) => {
        const page = pageOf(given.query);
        const { fields } = listOf(given);
        return ok(page(fields.toSorted((a, b) => a.position - b.position)));
      },
    },
    createField: {
      method: 'POST',
      path: '/v1/waitlists/:id/fields',
      scope: 'waitlists:write',
      run: (given) => {
        const { key, label, type, required = false, position } = objectOf(given.body);
        check(typeof key === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(key) && !builtIn.includes(key));
        check(['string', 'number', 'boolean'].includes(String(type)) && typeof required === 'boolean');
        check(position === undefined || isWhole(position, 0, 1_000_000));
        const named = oneLine(label, 200);
        const list = listOf(given);
        if (list.fields.some((field) => field.key === key)) refuse('conflict');
        check(list.fields.length < 20);
        const next = Math.max(-1, ...list.fields.map((field) => field.position)) + 1;
        const field = { key, label: named, type, required, position: position ?? next } as Field;
        list.fields.push(field);
        return { status: 201, body: { ...field } };
      },
    },
    updateField: {
      method: 'PATCH',
      path: '/v1/waitlists/:id/fields/:key',
      scope: 'waitlists:write',
      run: (given) => {
        const { key, type, label, required, position } = objectOf(given.body);
        check(key === undefined && type === undefined);
        check(required === undefined || typeof required === 'boolean');
        check(position === undefined || isWhole(position, 0, 1_000_000));
        const newLabel = label === undefined ? undefined : oneLine(label, 200);
        const list = listOf(given);
        const field = fieldOf(list, given);
        Object.assign(field, { label: newLabel ?? field.label, ...defined({ required, position }) });
        return ok({ ...field });
      },
    },
    deleteField: {
      method: 'DELETE',
      path: '/v1/waitlists/:id/fields/:key',
      scope: 'waitlists:write',
      run: (given) => {
        const list = listOf(given);
        const field = fieldOf(list, given);
        list.fields = list.fields.filter((other) => other !== field);
        return { status: 204 };
      },
    },
    createSignup: {
      method: 'POST',
      path: '/v1/waitlists/:id/signups',
      scope: 'signups:write',
      run: (given) => this.#createSignup(given),
    },
    addSignups: {
      method: 'POST',
      path: '/v1/waitlists/:id/signups/bulk',
      scope: 'signups:bulk',
      run: (given) => this.#addSignups(given),
    },
    listSignups: {
      method: 'GET',
      path: '/v1/waitlists/:id/signups',
      scope: 'signups:read',
      run: (given) => {
        const { order = 'newest' } = given.query;
        const page = pageOf(given.query);
        check(order in orders);
        const isMatch = filterOf(given.query, this.today, ['limit', 'offset', 'order']);
        const list = listOf(given);
        const matches = list.signups.filter(isMatch(list));
        const shown = matches.map((signup) => this.#showSignup(list, signup, given.seen.data));
        return ok(page(shown.sort(orders[order as keyof typeof orders])));
      },
    },
    readSignup: {
      method: 'GET',
      path: '/v1/waitlists/:id/signups/:signupId',
      scope: 'signups:read',
      run: (given) => {
        const list = listOf(given);
        return ok(this.#showSignup(list, signupOf(list, given), [given.seen]));
      },
    },
    updateSignup: {
      method: 'PATCH',
      path: '/v1/waitlists/:id/signups/:signupId',
      scope: 'signups:update',
      run: (given) => {
        const { email, notify, fields, note } = objectOf(given.body);
        check((email ?? fields ?? note) !== undefined);
        check(notify === undefined || typeof notify === 'boolean');
        const address = email === undefined ? undefined : { email: String(email).trim(), key: keyOf(email) };
        check(note === undefined || note === null || (typeof note === 'string' && note.length <= 2_000));
        const values = fields === undefined ? {} : objectOf(fields);
        const list = listOf(given);
        const signup = signupOf(list, given);
        const changed = { ...signup.fields };
        for (const [key, value] of Object.entries(values)) {
          const field = list.fields.find((each) => each.key === key);
          if (value === null) {
            check(!field?.required);
            delete changed[key];
          } else if (field) {
            check(typeof value === field.type);
            changed[key] = value;
          }
        }
        const isCorrected = address !== undefined && address.key !== signup.key;
        if (isCorrected && list.signups.some(({ key }) => key === address.key)) refuse('conflict');
        const previous = isCorrected ? signup.email : undefined;
        if (isCorrected) {
          Object.assign(signup, address);
          signup.generation = (signup.generation ?? 0) + 1;
        }
        const isChanged = isCorrected || !isDeepStrictEqual(changed, signup.fields);
        signup.fields = changed;
        if (note !== undefined) signup.note = String(note ?? '').trim();
        if (isChanged) fire(given.account, 'signup.updated', signup, previous);
        return ok(this.#showSignup(list, signup, [given.seen]));
      },
    },
    exportSignups: {
      method: 'GET',
      path: '/v1/waitlists/:id/signups/export',
      scope: 'signups:read',
      run: (given) => {
        const isMatch = filterOf(given.query, this.today, []);
        const list = listOf(given);
        const matches = list.signups.filter(isMatch(list));
        const shown = matches.map((signup) => this.#showSignup(list, signup, given.seen.data));
        return ok({
          data: shown.map((row, index) => {
            const { converted_at = null, locale = null, note = '' } = matches[index] ?? {};
            const invitation_state = converted_at === null ? null : 'converted';
            return {
              ...row,
              ...laterColumns,
              locale,
              invitation_state,
              invited_at: null,
              converted_at,
              notes: note || null,
              archived: list.archive.enabled ? 'true' : null,
            };
          }),
        });
      },
    },
    removeSignup: {
      method: 'DELETE',
      path: '/v1/waitlists/:id/signups/:signupId',
      scope: 'signups:delete',
      run: (given) => {
        const list = listOf(given);
        remove(given.account, list, signupOf(list, given));
        return { status: 204 };
      },
    },
    readSignupLinks: {
      method: 'GET',
      path: '/v1/waitlists/:id/signups/:signupId/links',
      scope: 'signups:read',
      run: (given) => {
        const list = listOf(given);
        const signup = signupOf(list, given);
        const { site_url: site, status_page: hasPage } = list.links;
        const referral_link = site === null ? null : `${site}?ref=${signup.code}`;
        if (!given.scopes.includes('signups:write'))
          return ok({ referral_link, status_token: null, status_url: null, unsubscribe_url: null });
        const token = this.#token(list, signup, given.seen.status_token);
        const { status_url: url } = given.seen;
        if (hasPage && !String(url).endsWith(`/s/${token}`)) throw new InvalidChoice(`status_url ${url}`);
        return ok({
          referral_link,
          status_token: token,
          status_url: hasPage ? url : null,
          unsubscribe_url: this.#unsubscribeUrl(given.seen.unsubscribe_url),
        });
      },
    },
    readSettings: {
      method: 'GET',
      path: '/v1/waitlists/:id/settings',
      scope: 'settings:read',
      run: (given) => ok(showSettings(listOf(given))),
    },
    updateSettings: {
      method: 'PATCH',
      path: '/v1/waitlists/:id/settings',
      scope: 'settings:write',
      run: (given) => {
        const { links, confirmation, rewards, leaderboard, form, page, brand, archive, ...others } = objectOf(
          given.body,
        );
        check(Object.keys(others).length === 0);
        const patches = [links, confirmation, leaderboard, form, page, brand, archive].map((group) =>
          group === null || group === undefined ? {} : objectOf(group),
        );
        const [
          linkPatch = {},
          confirmationPatch = {},
          leaderboardPatch = {},
          formPatch = {},
          pagePatch = {},
          brandPatch = {},
          archivePatch = {},
        ] = patches;
        for (const [key, value] of Object.entries(linkPatch))
          check(value === null || isLinkSetting(key, value));
        for (const [key, value] of Object.entries(confirmationPatch))
          check(value === null || isConfirmationSetting(key, value));
        for (const [key, value] of Object.entries(leaderboardPatch))
          check(value === null || isLeaderboardSetting(key, value));
        const newRewards = rewards === undefined || rewards === null ? [] : toRewards(rewards);
        for (const [key, value] of Object.entries(formPatch))
          check(value === null || isFormSetting(key, value));
        for (const [key, value] of Object.entries(pagePatch))
          check(value === null || isPageSetting(key, value));
        for (const [key, value] of Object.entries(brandPatch)) check(isBrandSetting(key, value));
        check(ArchivePatch.safeParse(archivePatch).success);
        const list = listOf(given);
        // They need what is not set.
        check(
          formPatch.enabled !== true && (formPatch.captcha ?? null) === null && pagePatch.enabled !== true,
        );
        const changed = confirmation === null ? {} : { ...list.confirmation, ...confirmationPatch };
        const { expires_hours: expires, remind_after_hours: remind } = showConfirmation(changed);
        check(remind === null || Number(remind) < Number(expires));
        list.confirmation = changed;
        list.form = form === null ? {} : { ...list.form, ...formPatch };
        list.page = page === null ? {} : { ...list.page, ...pagePatch };
        list.archive = ArchiveSettings.parse(
          archive === null ? {} : withoutNull({ ...list.archive, ...archivePatch }),
        );
        list.brand = brand === null ? {} : { ...list.brand, ...brandPatch };
        if (links === null) Object.assign(list.links, linkDefaults);
        for (const [key, value] of Object.entries(linkPatch))
          Object.assign(list.links, { [key]: value ?? linkDefaults[key as keyof typeof linkDefaults] });
        if (rewards !== undefined) list.rewards = newRewards;
        if (leaderboard === null) Object.assign(list.leaderboard, leaderboardDefaults);
        for (const [key, value] of Object.entries(leaderboardPatch))
          Object.assign(list.leaderboard, {
            [key]: value ?? leaderboardDefaults[key as keyof typeof leaderboardDefaults],
          });
        return ok(showSettings(list));
      },
    },
    confirmSignup: {
      method: 'POST',
      path: '/v1/confirmations',
      scope: 'signups:write',
      run: () => refuse('invalid_request'), // nobody here has a token
    },
    recordConversion: {
      method: 'POST',
      path: '/v1/conversions',
      scope: 'conversions:write',
      run: ({ account, body, seen }) => {
        const { waitlist_id, email, ...others } = objectOf(body);
        check(Object.keys(others).length === 0);
        const key = keyOf(email);
        check(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(waitlist_id)));
        const list = liveLists(account).find(({ id }) => id === waitlist_id);
        const signup = list?.signups.find((each) => each.key === key) ?? refuse('not_found');
        const first = signup.converted_at === undefined;
        signup.converted_at ??= this.#time(seen.converted_at);
        if (first) fire(account, 'invitation.converted', signup);
        const { id: signup_id, converted_at } = signup;
        return ok({ signup_id, invitation_id: null, state: 'converted', converted_at, first });
      },
    },
    revokeLinks: {
      method: 'POST',
      path: '/v1/waitlists/:id/links/revoke',
      scope: 'settings:write',
      run: (given) => {
        check(isDeepStrictEqual(given.body, { kind: 'status' }));
        listOf(given).epoch += 1;
        return { status: 204 };
      },
    },
    listSuppressions: {
      method: 'GET',
      path: '/v1/suppressions',
      scope: 'people:manage',
      run: (given) => {
        const page = pageOf(given.query);
        const { email } = given.query;
        const key = email === undefined ? undefined : keyOf(email);
        const found = given.account.suppressions.filter((one) => key === undefined || one.key === key);
        const shown = page(found.toReversed());
        const data = shown.data.map((one, index) => {
          const { id, created_at } = given.seen.data?.[index] ?? {};
          one.id ??= this.#newId(id);
          one.created_at ??= this.#time(created_at);
          return showSuppression(one);
        });
        return ok({ ...shown, data });
      },
    },
    addSuppression: {
      method: 'POST',
      path: '/v1/suppressions',
      scope: 'people:manage',
      run: (given) => {
        const { account, seen } = given;
        const target = suppressionTarget(given);
        const known = account.suppressions.find((one) => one.reason === 'manual' && isOf(one, target));
        if (known) return { status: 201, body: showSuppression(known) };
        const chosen = { id: this.#newId(seen.id), created_at: this.#time(seen.created_at) };
        const made = { ...target, ...chosen, reason: 'manual' as const };
        account.suppressions.push(made);
        return { status: 201, body: showSuppression(made) };
      },
    },
    removeSuppression: {
      method: 'DELETE',
      path: '/v1/suppressions',
      scope: 'people:manage',
      run: (given) => {
        const { account } = given;
        const target = suppressionTarget(given);
        const kept = account.suppressions.filter((one) => !isOf(one, target));
        if (kept.length === account.suppressions.length) refuse('not_found');
        account.suppressions = kept;
        return { status: 204 };
      },
    },
    exportPerson: {
      method: 'POST',
      path: '/v1/people/export',
      scope: 'people:manage',
      run: ({ account, body, seen }) => {
        const { email, ...others } = objectOf(body);
        check(Object.keys(others).length === 0);
        const expected = signupsOfPerson(account, keyOf(email)).map(({ signup }) => signup.id);
        const shown = (seen.signups as Seen[] | undefined)?.map(({ id }) => String(id)).toSorted();
        if (!isDeepStrictEqual(shown, expected)) throw new InvalidChoice(`signups ${shown}`);
        return ok({ ...seen, complete: true });
      },
    },
    erasePerson: {
      method: 'POST',
      path: '/v1/people/erase',
      scope: 'people:manage',
      run: ({ account, body, seen }) => {
        const { email, suppress = true, ...others } = objectOf(body);
        check(Object.keys(others).length === 0 && typeof suppress === 'boolean');
        const key = keyOf(email);
        const erased = signupsOfPerson(account, key);
        const kept = account.events.filter(
          (event) =>
            event.startsWith('signup.removed ') ||
            event.split(' ').every((word) => !word.includes('@') || keyOf(word) !== key),
        );
        account.events.splice(0, Infinity, ...kept);
        for (const { list, signup } of erased) remove(account, list, signup);
        const left = countDeleted(account, key);
        const target = { key, waitlist_id: null, reason: 'erased' } as const;
        const isKnown = account.suppressions.some((one) => one.reason === 'erased' && isOf(one, target));
        if (suppress && !isKnown) account.suppressions.push({ ...target });
        const erasure_id = this.#newId(seen.erasure_id);
        return ok({ erasure_id, signups: erased.length + left, mails: seen.mails, events: seen.events });
      },
    },
    readLeaderboard: {
      method: 'GET',
      path: '/v1/waitlists/:id/leaderboard',
      scope: 'signups:read',
      run: (given) => {
        const { offset: _, ...query } = given.query;
        const page = pageOf(query);
        const list = listOf(given);
        const ranked = list.signups
          .map((signup) => ({
            signup,
            referral_count: list.signups.filter((other) => other.referrer === signup).length,
          }))
          .filter(({ referral_count }) => referral_count > 0)
          .sort((a, b) => b.referral_count - a.referral_count || a.signup.position - b.signup.position);
        const entries = ranked.map(({ signup, referral_count }) => ({
          rank: 1 + ranked.filter((other) => other.referral_count > referral_count).length,
          name: nameOnLeaderboard(signup, list.leaderboard.name_field),
          referral_count,
        }));
        return ok(page(entries));
      },
    },
    readStats: {
      method: 'GET',
      path: '/v1/waitlists/:id/stats',
      scope: 'waitlists:read',
      run: (given) => this.#stats(given),
    },
    listIntegrations: {
      method: 'GET',
      path: '/v1/integrations',
      scope: 'account:read',
      run: ({ account, seen }) => {
        const seenOf = (type: string) => seen.data?.find((each) => each.type === type);
        return ok([...account.integrations.keys()].map((type) => this.#show(account, type, seenOf(type))));
      },
    },
    setIntegration: {
      method: 'PUT',
      path: '/v1/integrations/:type',
      scope: 'account:write',
      run: (given) => this.#setIntegration(given),
    },
    updateIntegration: {
      method: 'PATCH',
      path: '/v1/integrations/:type',
      scope: 'account:write',
      run: ({ account, params: { type = '' }, body, seen }) => {
        if (!integrationTypes.includes(type)) refuse('not_found');
        const { enabled } = objectOf(body);
        check(typeof enabled === 'boolean');
        if (enabled && account.plan === 'free') refuse('quota_exceeded');
        const integration = account.integrations.get(type) ?? refuse('not_found');
        integration.enabled = enabled as boolean;
        if (!enabled) integration.wasPaused = true;
        return ok(this.#show(account, type, seen));
      },
    },
    deleteIntegration: {
      method: 'DELETE',
      path: '/v1/integrations/:type',
      scope: 'account:write',
      run: ({ account, params: { type = '' } }) =>
        account.integrations.delete(type) ? { status: 204 } : refuse('not_found'),
    },
    listDeliveries: {
      method: 'GET',
      path: '/v1/integrations/:type/deliveries',
      scope: 'account:read',
      run: ({ account, params: { type = '' } }) =>
        account.integrations.has(type) ? ok([]) : refuse('not_found'), // no worker runs
    },
    readHealth: {
      method: 'GET',
      path: '/v1/integrations/:type/health',
      scope: 'account:read',
      run: ({ account, params: { type = '' }, seen }) => {
        const { wasPaused } = account.integrations.get(type) ?? refuse('not_found');
        const none = {
          failing_since: null,
          missed_since: wasPaused ? this.#time(seen.missed_since) : null,
          disabled_at: null,
          reason: null,
          oldest_pending: null,
        };
        return ok({ state: 'ok', pending: 0, undelivered: 0, ...none });
      },
    },
    listEvents: {
      method: 'GET',
      path: '/v1/events',
      scope: 'events:read',
      run: ({ account }) => {
        if (account.plan === 'free') refuse('quota_exceeded');
        account.hasFeed = true;
        return ok({ data: [], next_cursor: 'e0', has_more: false }); // no worker runs
      },
    },
    redeliverEvent: {
      method: 'POST',
      path: '/v1/integrations/:type/events/:eventId/redeliver',
      scope: 'events:replay',
      run: ({ account, params: { type = '' } }) => {
        if (!integrationTypes.includes(type)) refuse('not_found');
        if (account.plan === 'free') refuse('quota_exceeded');
        return refuse('not_found'); // no worker runs, so there is no event yet
      },
    },
    dismissMissed: {
      method: 'POST',
      path: '/v1/integrations/:type/dismiss',
      scope: 'events:replay',
      run({ account, params: { type = '' } }) {
        if (!integrationTypes.includes(type) || !account.integrations.has(type)) refuse('not_found');
        return { status: 204 };
      },
    },
    replayEvents: {
      method: 'POST',
      path: '/v1/integrations/:type/replay',
      scope: 'events:replay',
      run: ({ account, params: { type = '' }, body }) => {
        if (!integrationTypes.includes(type)) refuse('not_found');
        const { since, only, dry_run = false } = objectOf(body);
        check(since === '2026-01-01T00:00:00Z' && (only === 'all' || only === 'failed'));
        if (account.plan === 'free') refuse('quota_exceeded');
        const { enabled } = account.integrations.get(type) ?? refuse('not_found');
        if (!enabled && !dry_run) refuse('conflict');
        return { status: 202, body: { replay_id: null, matched: 0 } };
      },
    },
    rotateSecret: {
      method: 'POST',
      path: '/v1/integrations/webhook/rotate-secret',
      scope: 'account:write',
      run: ({ account, body, seen }) => {
        const { overlap_hours: hours } = objectOf(body);
        check(Number.isInteger(hours) && Number(hours) >= 0 && Number(hours) <= 72);
        if (account.plan === 'free') refuse('quota_exceeded');
        const webhook = account.integrations.get('webhook') ?? refuse('not_found');
        if (hours !== 0 && webhook.isRotating) refuse('conflict');
        webhook.isRotating = hours !== 0;
        const { signing_secret, previous_expires_at } = seen as Record<string, unknown>;
        if (!madeSecret.test(String(signing_secret))) throw new InvalidChoice('no signing secret was made');
        if ((previous_expires_at === null) !== (hours === 0)) throw new InvalidChoice('the overlap is wrong');
        return ok({ signing_secret, previous_expires_at });
      },
    },
  };

  /** GET /v1/account (§2.8, C5.2, C5.3). */
  #account({ account }: Given): Answer {
    const used = usedBy(account);
    const { limit, accepted } = limitsOf(account);
    return ok({
      account_id: account.testOf ?? account.id,
      plan: account.plan,
      quota: {
        tier: account.plan,
        signups_used: used,
        signups_limit: limit ?? 0,
        signups_remaining: limit === null ? 0 : Math.max(0, limit - used),
        percent_used: limit === null ? 0 : Math.floor((100 * used) / limit),
        can_add_signup: used < accepted,
      },
    });
  }

  /** POST …/signups/bulk (N1). */
  #addSignups(given: Given): Answer {
    const { signups, notify = false } = objectOf(given.body);
    check(Array.isArray(signups) && isWhole(signups.length, 1, 500) && typeof notify === 'boolean');
    const list = listOf(given);
    const data = (signups as unknown[]).map((body, index) => {
      const { referer: _, ...entry } = { ...given, body, seen: given.seen.data?.[index] ?? {} };
      const before = new Set(list.signups.map(({ id }) => id));
      try {
        const { id, position, referral_code } = this.#createSignup(entry, notify as boolean).body as Listed;
        const signup = { id, position, referral_code };
        return { index, status: before.has(signup.id) ? 'existing' : 'created', ...signup };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { index, status: 'rejected', error: { code: error.code } };
      }
    });
    const count = (status: string) => data.filter((entry) => entry.status === status).length;
    return ok({ data, created: count('created'), existing: count('existing'), rejected: count('rejected') });
  }

  /** POST …/signups (§4.3, §4.6). */
  #createSignup(given: Given, notify = true): Answer {
    const { account, seen } = given;
    const input = toSignupInput(given);
    const list = listOf(given);
    const result = (stored: Signup, created: boolean) => {
      const { id, position, code } = stored;
      const referrals = list.signups.filter(({ referrer }) => referrer === stored).length;
      const facts: Record<string, unknown> = { created, referral_count: referrals, locale: stored.locale };
      const included = Object.fromEntries(input.include.map((key) => [key, facts[key]]));
      return { status: 201, body: { id, position, total: sizeOf(list), referral_code: code, ...included } };
    };
    const existing = list.signups.find(({ key }) => key === input.key);
    if (existing) return result(existing, false);
    if (list.archive.enabled) refuse('conflict');
    const fields: Record<string, unknown> = {};
    for (const { key, type, required } of list.fields) {
      const value = input.fields[key] ?? undefined;
      check(value === undefined ? !required : typeof value === type);
      if (value !== undefined) fields[key] = value;
    }
    if (usedBy(account) >= limitsOf(account).accepted) refuse('quota_exceeded');
    list.lastPosition += 1;
    const { utm_source, referrer, metadata } = input;
    const signup: Signup = {
      id: this.#newId(seen.id),
      email: input.email,
      key: input.key,
      position: list.lastPosition,
      code: this.#newCode(seen.referral_code),
      given: { utm_source, referrer, metadata },
      locale: input.locale,
      fields,
      referrer: list.signups.find(({ code }) => code === input.referral_code) ?? null,
    };
    list.signups.push(signup);
    if (notify) fire(account, 'signup.created', signup);
    return result(signup, true);
  }

  /** The status token of a signup: the same until it is revoked, and never that of another (N1). */
  #token(list: List, { id, generation = 0 }: Signup, seen: unknown): string {
    const name = `${list.epoch} ${id} ${generation}`;
    const token = list.tokens.get(name) ?? String(seen);
    if (!/^[\w-]{68}(?:[\w-]{4})?$/.test(token)) throw new InvalidChoice(`status_token ${token}`);
    if (!list.tokens.has(name)) {
      if (this.#chosen.has(token)) throw new InvalidChoice(`status_token ${token} again`);
      this.#chosen.add(token);
      list.tokens.set(name, token);
    }
    return token;
  }

  /** A signup in a list (§2.3). No worker runs, so it has no email status. */
  #showSignup(list: List, signup: Signup, seen: readonly Seen[] = []) {
    const { id, email, position, code, given, fields, referrer } = signup;
    const referrals = list.signups.filter((other) => other.referrer === signup).length;
    const shown = seen.find((each) => each.id === id);
    if (shown) signup.created_at ??= this.#time(shown.created_at);
    return {
      id,
      email,
      position,
      display_position: list.bonus === null ? null : Math.max(1, position - referrals * list.bonus),
      ...given,
      referral_code: code,
      referral_count: referrals,
      referred_by: referrer?.id ?? null,
      fields,
      created_at: signup.created_at,
      email_status: null,
      email_delivered_at: null,
      email_opened_at: null,
      email_clicked_at: null,
    };
  }

  /** GET …/stats (§2.7, §4.4, C4). All signups are of today. */
  #stats(given: Given): Answer {
    const { query, account } = given;
    const addDays = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;
    for (const day of [query.from, query.to]) check(day === undefined || isDay(day));
    let to = query.to ?? this.today;
    let from = query.from ?? addDays(to, -30);
    check(from <= to);
    if (account.plan === 'free') {
      const earliest = addDays(this.today, -30);
      [from, to] = [from < earliest ? earliest : from, to < earliest ? earliest : to];
    }
    check(addDays(from, 3_659) >= to);
    const list = listOf(given);
    const all = list.signups.length;
    const daily = [];
    for (let date = from; date <= to; date = addDays(date, 1))
      daily.push({ date, signups: date === this.today ? all : 0 });
    const inWindow = from <= this.today && this.today <= to ? list.signups : [];
    const domains = list.signups.flatMap(({ given: { referrer } }) => domainOf(referrer));
    return ok({
      waitlist_id: list.id,
      total: all,
      range_total: inWindow.length,
      range_from: from,
      range_to: to,
      daily,
      by_source: ranked(inWindow.map(({ given: { utm_source } }) => utm_source ?? 'direct')).map(
        ([source, signups]) => ({ source, signups }),
      ),
      email_engagement: { emails_sent: 0, delivery_rate: null, open_rate: null, click_rate: null },
      growth: { last_7: all, prev_7: 0, delta: null },
      referrer_domains: ranked(domains)
        .slice(0, 5)
        .map(([domain, signups]) => ({ domain, signups })),
      referred_count: list.signups.filter(({ referrer }) => referrer !== null).length,
    });
  }

  /** PUT /v1/integrations/:type (§4.7, C7). */
  #setIntegration({ account, params: { type = '' }, body, seen }: Given): Answer {
    if (!integrationTypes.includes(type)) refuse('not_found');
    const config = objectOf(objectOf(body).config);
    if (account.plan === 'free') refuse('quota_exceeded');
    const isHook = type === 'webhook';
    if (account.testOf !== undefined && !isHook) refuse('invalid_request'); // it calls no other service (N8)
    const addressKey = isHook ? 'url' : 'webhook_url';
    const known = [addressKey, 'events', 'include', 'retries', ...(isHook ? ['signing_secret'] : [])];
    const unknown = Object.keys(config).find((key) => !known.includes(key));
    if (unknown !== undefined) refuse('invalid_request', `Unknown config field: ${unknown}`);
    const before = account.integrations.get(type);
    const { events = [], include = [], signing_secret: secret } = config;
    const address = config[addressKey];
    // The URL of a chat is a secret, so a missing one is kept.
    if (isHook || !before) check(typeof address === 'string');
    check(Array.isArray(events) && events.every((event) => eventTypes.includes(event)));
    check(Array.isArray(include) && include.every((key) => includable.includes(key)));
    if (!isHook) check((events as string[]).length > 0);
    if (secret !== undefined) check(typeof secret === 'string' && /^[!-~]{16,256}$/.test(secret));
    check(address === undefined || /^https?:\/\/(?!10\.)/.test(String(address))); // no private network (C7.6)
    const makesSecret = isHook && !before && secret === undefined;
    account.hasFeed = true;
    account.integrations.set(type, {
      ...before,
      ...(secret !== undefined && { isRotating: false }),
      enabled: before?.enabled ?? true,
      events: events as string[],
    });
    const { enabled } = account.integrations.get(type) ?? { enabled: true };
    if (makesSecret && !madeSecret.test(String(seen.signing_secret)))
      throw new InvalidChoice('no signing secret was made');
    const shownSecret = makesSecret ? seen.signing_secret : null;
    return { status: before ? 200 : 201, body: { type, enabled, signing_secret: shownSecret } };
  }

  #show(account: Account, type: string, seen: Seen | undefined) {
    const integration = account.integrations.get(type) ?? refuse('not_found');
    if (seen) integration.created_at ??= this.#time(seen.created_at);
    return { type, enabled: integration.enabled, created_at: integration.created_at };
  }

  #newId(value: unknown): string {
    return this.#unique(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }

  #unsubscribeUrl(value: unknown): unknown {
    if (!/\/u\/[\w-]{68}(?:[\w-]{4})?$/.test(String(value)))
      throw new InvalidChoice(`unsubscribe_url ${value}`);
    return value;
  }

  #newCode(value: unknown): string {
    return this.#unique(value, /^[0-9a-hjkmnp-tv-z]{10}$/);
  }

  #unique(value: unknown, shape: RegExp): string {
    const text = String(value);
    if (!shape.test(text)) throw new InvalidChoice(`${text} does not match ${shape}`);
    if (this.#chosen.has(text)) throw new InvalidChoice(`${text} was used before`);
    this.#chosen.add(text);
    return text;
  }

  #time(value: unknown): string {
    const text = String(value);
    if (!text.startsWith(this.today) || !/T\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))
      throw new InvalidChoice(`${text} is not a time of today`);
    return text;
  }
}

const builtIn = ['email', 'position', 'total', 'waitlist_name', 'referral_code', 'referral_bonus'];
const madeSecret = /^whsec_[A-Za-z0-9+/]{43}=$/;
const integrationTypes = ['webhook', 'chat_blocks', 'chat_embeds', 'contacts', 'analytics', 'newsletter'];
const includable = ['fields', 'display_position', 'referral_link'];
const eventTypes = [
  'created',
  'removed',
  'email_delivered',
  'email_opened',
  'email_clicked',
  'confirmed',
  'unsubscribed',
].map((name) => `signup.${name}`);

interface Ranked {
  readonly position: number;
  readonly referral_count: number;
  readonly display_position: number | null;
}
const oldest = (a: Ranked, b: Ranked) => a.position - b.position;
/** The orders of a list of signups (N1). */
const orders = {
  newest: (a: Ranked, b: Ranked) => oldest(b, a),
  oldest,
  referrals: (a: Ranked, b: Ranked) => b.referral_count - a.referral_count || oldest(a, b),
  display_position: (a: Ranked, b: Ranked) =>
    (a.display_position ?? a.position) - (b.display_position ?? b.position) || oldest(a, b),
};

/** Nothing of the group `abuse` is switched on here (N4). */
const abuseDefaults = AbuseSettings.parse({});
const linkDefaults = { site_url: null, status_page: false, hide: [], show_rewards: false };
const leaderboardDefaults = { name_field: null, public: false };
const confirmationDefaults: Readonly<Record<string, unknown>> = {
  enabled: false,
  expires_hours: 48,
  url: null,
  redirect_url: null,
  remind_after_hours: null,
  credit: 'on_signup',
};
/** The settings with their defaults; null is one of them. */
const showConfirmation = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(confirmationDefaults).map(([key, value]) => [key, stored[key] ?? value]));
/** The settings of a form with their defaults. */
const formDefaults: Readonly<Record<string, unknown>> = FormSettings.parse({});
const showForm = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(formDefaults).map(([key, value]) => [key, stored[key] ?? value]));
function isFormSetting(key: string, value: unknown): boolean {
  const areAll = (form: RegExp) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && form.test(each));
  if (key === 'enabled') return typeof value === 'boolean';
  if (key === 'origins') return areAll(/^https:\/\/acme\.com$/);
  if (key === 'fields') return areAll(/^(company|ref)$/);
  if (key === 'redirect_url') return value === 'https://acme.com/thanks';
  return key === 'captcha' && typeof value === 'object';
}
/** The settings of a brand with their defaults; texts are trimmed. */
const brandDefaults: Readonly<Record<string, unknown>> = BrandSettings.parse({});
const showBrand = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(brandDefaults).map(([key, value]) => {
      const set = stored[key] ?? value;
      return [key, typeof set === 'string' ? set.trim() : set];
    }),
  );
function isBrandSetting(key: string, value: unknown): boolean {
  if (key === 'logo' || !Object.hasOwn(brandDefaults, key)) return false;
  if (value === null) return true;
  if (key === 'color') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
  if (key === 'headline') return value === ' Soon ';
  if (key === 'language') return value === 'de' || value === 'pt-BR';
  if (key === 'theme') return value === 'dark' || value === 'auto';
  return Array.isArray(value) && value.every(({ url }) => url === 'https://acme.com/imprint');
}
const pageDefaults = {
  enabled: false,
  slug: null,
  show_total: true,
  invited_by_field: null,
  url: null,
  embed_url: null,
};
const isPageSetting = (key: string, value: unknown) =>
  ((key === 'enabled' || key === 'show_total') && typeof value === 'boolean') ||
  (key === 'invited_by_field' && value === 'company');
const withoutNull = (group: object) =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null));
const showSettings = ({ links, confirmation, rewards, leaderboard, form, page, brand, archive }: List) => ({
  links: { ...links },
  confirmation: showConfirmation(confirmation),
  abuse: abuseDefaults,
  rewards,
  leaderboard: { ...leaderboard },
  invitations: { url: null, require_email_match: true, show_link: false },
  mail: { postal_address: null },
  form: showForm(form),
  page: {
    ...pageDefaults,
    ...Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null)),
  },
  retention: { unconfirmed_days: null, delete_on: null, delete_after_conversion_days: null },
  brand: showBrand(brand),
  archive,
});
function isLeaderboardSetting(key: string, value: unknown): boolean {
  if (key === 'public') return typeof value === 'boolean';
  return key === 'name_field' && typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value);
}
/** By `at`, each of which is there once, as each key. @throws Refusal */
function toRewards(value: unknown): List['rewards'] {
  check(Array.isArray(value) && value.length <= 20);
  const rewards = (value as unknown[]).map((each) => {
    const { at, key, name, ...others } = objectOf(each);
    check(isWhole(at, 1, 1_000_000) && /^[a-z0-9][a-z0-9_-]{0,63}$/.test(String(key)));
    check(typeof key === 'string' && Object.keys(others).length === 0);
    check(name === undefined || (typeof name === 'string' && name !== '' && name.length <= 100));
    return { at: Number(at), key: String(key), ...(name !== undefined && { name: String(name) }) };
  });
  for (const name of ['at', 'key'] as const)
    check(new Set(rewards.map((reward) => reward[name])).size === rewards.length);
  return rewards.toSorted((a, b) => a.at - b.at);
}
function nameOnLeaderboard({ email, fields }: Signup, nameField: string | null): string {
  const value = String((nameField === null ? undefined : fields[nameField]) ?? '');
  const [local = ''] = email.split('@');
  if (value !== '') return value;
  const first = local.length > 1 ? local.charAt(0) : '';
  return `${first}…${local.length > 3 ? local.slice(-1) : ''}`;
}
function isConfirmationSetting(key: string, value: unknown): boolean {
  if (key === 'enabled') return value === false;
  if (key === 'expires_hours' || key === 'remind_after_hours') return isWhole(value, 1, 720);
  if (key === 'credit') return value === 'on_signup' || value === 'on_confirm';
  return false;
}

/** Columns of the CSV that are always empty. */
const laterColumns = {
  confirmed_at: null,
  unsubscribed_at: null,
  review_state: null,
  bounce_class: null,
  notes: null,
  archived: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
};

/** Whose mails a body of `/v1/suppressions` is about. @throws Refusal */
function suppressionTarget({ account, body }: Given): Pick<Suppression, 'key' | 'waitlist_id'> {
  const { email, waitlist_id = null, ...others } = objectOf(body);
  check(Object.keys(others).length === 0);
  const key = keyOf(email);
  if (waitlist_id === null) return { key, waitlist_id };
  check(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(waitlist_id)));
  const list = liveLists(account).find(({ id }) => id === waitlist_id) ?? refuse('not_found');
  return { key, waitlist_id: list.id };
}
const isOf = (one: Suppression, target: Pick<Suppression, 'key' | 'waitlist_id'>) =>
  one.key === target.key && one.waitlist_id === target.waitlist_id;
const showSuppression = ({ id, waitlist_id, reason, created_at }: Suppression) => ({
  ...{ id, waitlist_id, reason, created_at },
});

/** The signups of an address on all lists, by id. */
function signupsOfPerson(account: Account, key: string): { list: List; signup: Signup }[] {
  return liveLists(account)
    .flatMap((list) => list.signups.map((signup) => ({ list, signup })))
    .filter(({ signup }) => signup.key === key)
    .toSorted((one, other) => (one.signup.id < other.signup.id ? -1 : 1));
}

/**
 * How many signups of a person are on deleted lists. They stay stored until a worker removes them, which none
 * does here.
 */
const countDeleted = ({ lists }: Account, key: string): number =>
  [...lists.values()]
    .filter(({ deleted }) => deleted)
    .flatMap(({ signups }) => signups)
    .filter((signup) => signup.key === key).length;

const ok = (body: unknown): Answer => ({ status: 200, body });
const liveLists = ({ lists }: Account) => [...lists.values()].filter(({ deleted }) => !deleted);
const sizeOf = ({ signups, crowd }: List) => signups.length + crowd;
const usedBy = (account: Account) => liveLists(account).reduce((sum, list) => sum + sizeOf(list), 0);
const showList = ({ id, name, created_at, bonus }: List) => ({
  id,
  name,
  created_at,
  referral_bonus: bonus,
});
const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The live list. Another account's id is refused as an unknown id (§4.2). */
function listOf({ account, params }: Given): List {
  return liveLists(account).find(({ id }) => id === params.id) ?? refuse('not_found');
}

function signupOf(list: List, { params }: Given): Signup {
  return list.signups.find(({ id }) => id === params.signupId) ?? refuse('not_found');
}

function fieldOf(list: List, { params }: Given): Field {
  return list.fields.find(({ key }) => key === params.key) ?? refuse('not_found');
}

/** How many signups an account may have, and how many are accepted (§8 rule 2, N8). */
function limitsOf({ plan, testOf }: Account): { limit: number | null; accepted: number } {
  if (testOf !== undefined) return { limit: 1_000, accepted: 1_000 };
  return plan === 'free'
    ? { limit: 500, accepted: 550 }
    : { limit: null, accepted: Number.POSITIVE_INFINITY };
}

function assertFreeName(account: Account, name: string): void {
  if (liveLists(account).some((list) => list.name === name)) refuse('conflict');
}

/** The referrer domain, in a list of at most one (C4.9). */
function domainOf(referrer: string | null): string[] {
  if (referrer === null || !/^https?:/.test(referrer)) return [];
  return [new URL(referrer).hostname.replace(/^www\./, '')];
}

/** Names with their counts: the most frequent first, then by name (C4.5, C4.9). */
function ranked(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function remove(account: Account, list: List, signup: Signup): void {
  list.signups = list.signups.filter((other) => other !== signup);
  for (const other of list.signups) if (other.referrer === signup) other.referrer = null;
  list.gone.push(signup);
  fire(account, 'signup.removed', signup);
}

/** Adds an event if the account has a feed (§6.1, N2). */
function fire(
  { plan, hasFeed, events }: Account,
  type: string,
  { email }: Signup,
  previous?: string | undefined,
): void {
  if (plan !== 'free' && hasFeed)
    events.push([type, email, ...(previous === undefined ? [] : [previous])].join(' '));
}

/** Whether a link setting may have this value (N1). */
function isLinkSetting(key: string, value: unknown): boolean {
  if (key === 'site_url') return value === 'https://acme.com/join';
  if (key === 'status_page' || key === 'show_rewards') return typeof value === 'boolean';
  return (
    key === 'hide' && Array.isArray(value) && value.every((item) => ['position', 'total'].includes(item))
  );
}
