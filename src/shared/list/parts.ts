import type { z } from 'zod';
import { openPlace } from '../platform/place.ts';
import type { RowKey } from '../platform/postgres/by-key.ts';
import type { Fragment, Sql, Statement, Tx } from '../platform/postgres/connection.ts';
import type { JobNotifier } from '../platform/queue/job-notifier.ts';
import type { JobName, JobNotification } from '../platform/queue/jobs.ts';
import type { Context } from './context.ts';
import type { LinkSettings, LinksPatch } from './link-settings.ts';
import type { ReasonCode } from './signals/reasons.ts';

/** Signups of a waitlist that are removed. The caller holds the counter of their waitlist, then them. */
export interface Removal {
  readonly accountId: string;
  readonly waitlistId: string;
  readonly signups: readonly RowKey[];
}

/**
 * A signup whose address is another one now (N9). The caller holds the counter of its waitlist, then it, and
 * has begun its confirmation and the state of its email anew.
 */
export interface Correction extends RowKey {
  readonly waitlistId: string;
  /** The new address, in the form that is compared. */
  readonly emailKey: string;
  /** Whether mails go to the new address at once: somebody wants that, and they have a route. */
  readonly isMailed: boolean;
}

/** Jobs to notify workers of after the commit. */
export type MadeJobs = Partial<Record<JobName, readonly JobNotification[]>>;

/**
 * What becomes of what others keep of a signup whose address was corrected. @returns jobs that it enqueued
 */
export type CorrectSignup = (
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  correction: Correction,
) => Promise<MadeJobs>;

/** A fact about signups that an answer has only if the caller asks for it with `include` (N1). */
export interface SignupDetail<Value = unknown> {
  /** Of its value, with a description; nullable if a signup may have none. */
  readonly schema: z.ZodType;
  /** Reads it of signups of an account, by their ids. Those without it may be left out. */
  read(sql: Sql, accountId: string, ids: readonly string[]): Promise<Map<string, Value>>;
}

/** A fact that the statistics of a waitlist have only if the caller asks for it with `include`. */
export interface StatsDetail {
  /** Of its value, with a description. */
  readonly schema: z.ZodType;
  /** Counts the signups from the instant `from` to before `before`, in ISO 8601; for some seconds at most. */
  read(tx: Tx, list: WaitlistKey, span: { readonly from: string; readonly before: string }): Promise<unknown>;
}

/** What others add to the status that a person sees of the own signup (N1), by their keys. @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface StatusFacts {}

/** What the status of a signup depends on. */
export interface StatusSource extends RowKey {
  readonly settings: WaitlistSettings;
  readonly referralCount: number;
}

/** Some of `StatusFacts`. */
interface StatusPart {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  read(ctx: Pick<Context, 'sql' | 'linkSigner'>, signup: StatusSource): Promise<Partial<StatusFacts>>;
}

/** Something that happened to a signup, for the timeline on its page (C11.3). */
export interface TimelineEntry {
  /** Null where the time is not known. */
  readonly at: string | null;
  /** A few words, such as `Invited`. */
  readonly text: string;
  readonly isBad?: boolean;
}

/** The settings of a waitlist, whole, by their groups (N1). Whoever owns a group adds it. */
export interface WaitlistSettings {
  links: LinkSettings;
}
/** The same in a JSON merge patch (RFC 7396). @public */
export interface SettingsPatches {
  links: LinksPatch;
}
/** The body of PATCH settings: null resets a group to its defaults. */
export type WaitlistSettingsPatch = {
  readonly [Group in keyof SettingsPatches]?: SettingsPatches[Group] | null | undefined;
};

/** A waitlist, by its key. */
export interface WaitlistKey {
  readonly accountId: string;
  readonly waitlistId: string;
}

/** A group of settings. */
export interface SettingsGroup {
  /** Whole, described, and with the default of what is not set. */
  readonly whole: z.ZodType;
  /** In a JSON merge patch. */
  readonly patch: z.ZodType;
  /** Whether it changes what signups read, so that the counter of the waitlist is locked first. */
  readonly changesSignups?: boolean;
  /** What a change of it changes in other groups with it. */
  implied?(patch: WaitlistSettingsPatch): WaitlistSettingsPatch;
  /** What is stored of its part of a change; all of it, if left out. */
  toStored?(patch: WaitlistSettingsPatch): unknown;
  /** @throws AppError invalid_request for settings that contradict each other */
  assertConsistent?(settings: WaitlistSettings, patch: WaitlistSettingsPatch): void;
  /** Stores elsewhere what must not be read from the settings. Only if the group changes. */
  save?(
    ctx: Pick<Context, 'vault'>,
    tx: Tx,
    list: WaitlistKey,
    settings: WaitlistSettings,
    patch: WaitlistSettingsPatch,
  ): Promise<void>;
  /** Completes the group with what is stored elsewhere. */
  complete?(
    sql: Sql | Tx,
    list: WaitlistKey,
    settings: WaitlistSettings,
    baseUrl: string,
  ): Promise<WaitlistSettings>;
}

/** What others narrow people by, by the names of the filters. @public */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface PeopleFilters {}

/** A filter of people that others know. */
export interface PeopleFilterPart<Value = unknown> {
  /** Of its value, with a description. */
  readonly schema: z.ZodType<Value>;
  /** The condition of a signup `s`. */
  condition(sql: Sql | Tx, accountId: string, value: Value): Fragment;
}

/** A column that others add to the export of a waitlist. `exportColumns` names it, and its place. */
export interface ExportedColumn {
  /** A time is written in ISO 8601. A word needs no quotes in CSV, any other text may. */
  readonly type: 'word' | 'text' | 'time';
  /** The value for a signup `s`. */
  value(sql: Sql, accountId: string): Fragment;
}

/** Columns of the export that others know the values of. */
export interface ExportPart {
  readonly columns: Readonly<Record<string, ExportedColumn>>;
  /** Whether any signup of the waitlist may have a value; if not, none is looked up. */
  isUsed(sql: Sql, list: WaitlistKey): Promise<boolean>;
  /** What the values read besides signups `s`, behind FROM. */
  join?(sql: Sql, accountId: string): Fragment;
}

/** What an action did with signups. */
export interface ActResult {
  /** How many signups it was done for. */
  readonly done: number;
  readonly jobs: MadeJobs;
}

/** Acts on signups of a waitlist, in the transaction that records it. */
export type ActOnSignups = (tx: Tx, waitlist: RowKey, signups: readonly RowKey[]) => Promise<ActResult>;

/** What a confirmation means for the referral of a signup. */
export interface ConfirmedReferral {
  /** The referral that is credited now, for its event. */
  readonly credited?: { readonly referrer_id: string; readonly reasons: ReasonCode[] } | undefined;
  /** Whether judge-referral is enqueued. */
  readonly isToJudge: boolean;
}

/** Credits that a referrer is about to get, or to lose (§3.4). */
export interface Credit {
  readonly id: string;
  readonly credited: number;
}

/**
 * What depends on the credits for referrals. `list/credits.ts` calls it; the function of the database that
 * stores signups does the same for those (`enqueue_rewards`).
 */
export interface CreditPart {
  /** The caller holds the counter of their waitlist, then them, and has not changed their counts yet. */
  beforeChange(tx: Tx, accountId: string, credits: readonly Credit[]): Statement;
  /** More is known of referrals of these referrers, which the caller holds. */
  onProof(tx: Tx, referrers: readonly RowKey[]): Statement;
  /** The condition that it waits for `onProof` of a referral claim `c`. */
  awaitsProof(tx: Tx): Fragment;
  /** Signups may have got credits that nothing told of, by an import. The caller holds the counter. */
  recount(tx: Tx, waitlist: WaitlistKey): Promise<void>;
}

/** A page of the service where people sign up, of lists that name no page of their own. */
interface SignupPage {
  /** The group of settings that says so. */
  readonly group: keyof WaitlistSettings;
  /** Null if the list has none. */
  urlOf(settings: WaitlistSettings, accountId: string, baseUrl: string): string | null;
}

/** Reads a text of signups, by their ids; none of those that have none. */
type ReadTexts = (
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  settings: WaitlistSettings,
) => Promise<ReadonlyMap<string, string>>;

/** Something that can have happened to an imported signup `s`. */
export interface ImportTrace {
  /** What, in the words of a page. */
  readonly label: string;
  /** Whether it has since an instant: in ISO 8601, or SQL for it. */
  condition(sql: Sql | Tx, accountId: string, since: string | Fragment): Fragment;
}

/** A column of the dashboard's table of signups, and of its download. */
export interface PeopleColumn {
  /** Its head in the table. */
  readonly label: string;
  /** A time in ISO 8601, of which the table shows the day, or a few words that stay in sight on a phone. */
  readonly shape?: 'time' | 'state';
  /** Whether the export of the API tells the same: then the download has it already. */
  readonly isExported?: boolean;
  /** Whether the table of a waitlist has it before anybody chooses columns; if left out, it has not. */
  isShownAtFirst?(sql: Sql, list: WaitlistKey): Promise<boolean>;
  readonly read: ReadTexts;
}

/** What others add to waitlists. */
export interface ListPart {
  readonly credits?: CreditPart;
  /** A signup has confirmed its address. With `isCredited` the caller has given the credit for it. */
  onConfirmed?(tx: Tx, signup: RowKey, isCredited: boolean): Promise<ConfirmedReferral>;
  /** What can be done with a selection of signups (N8), by the names of the actions. */
  readonly acts?: Readonly<Record<string, ActOnSignups>>;
  readonly settings?: { readonly [Group in keyof WaitlistSettings]?: SettingsGroup };
  readonly filters?: { readonly [Name in keyof PeopleFilters]?: PeopleFilterPart<PeopleFilters[Name]> };
  readonly signupPage?: SignupPage;
  /** The filter of a segment; undefined if the waitlist does not have it. */
  segment?(sql: Sql, list: WaitlistKey, id: string): Promise<object | undefined>;
  readonly details?: Readonly<Record<string, SignupDetail>>;
  readonly stats?: Readonly<Record<string, StatsDetail>>;
  readonly status?: StatusPart;
  /** What happened to a signup, oldest first. */
  timeline?(sql: Sql, signup: RowKey & { readonly waitlistId: string }): Promise<TimelineEntry[]>;
  readonly exported?: ExportPart;
  /** Columns of the dashboard's table of signups, and of its download, by their names. */
  readonly columns?: Readonly<Record<string, PeopleColumn>>;
  /** Somebody signed up again who was asked to confirm the address and has not. It may be told to workers. */
  onUnconfirmedAgain?(
    ctx: Pick<Context, 'sql'> & { notifier: JobNotifier },
    signup: RowKey,
  ): Promise<unknown>;
  /** By their names. Whoever takes an import back is told how many there are of each, and who. */
  readonly traces?: Readonly<Record<string, ImportTrace>>;
  /** SQL for when the import of a signup `s` began. */
  importBegan?(sql: Sql | Tx, accountId: string): Fragment;
  /** Deletes up to `limit` of what an import added besides its signups, which are gone. @returns how many */
  takeBack?(tx: Tx, ofImport: RowKey, limit: number): Promise<number>;
  /** The waitlist is deleted: gives back what other lists may have. The caller holds it. */
  onDeleted?(tx: Tx, waitlist: RowKey): Promise<void>;
  readonly correction?: {
    readonly of?: CorrectSignup;
    /** The same for what is locked behind the counts of the waitlist (docs/architecture.md, Locks). */
    readonly afterCounts?: CorrectSignup;
  };
  readonly removal?: {
    /** Deletes what it keeps of signups that are removed next. */
    of?(tx: Tx, removal: Removal): Promise<void>;
    /** The same for what is locked behind the counts of the waitlist (docs/architecture.md, Locks). */
    afterCounts?(tx: Tx, removal: Removal): Promise<void>;
    /**
     * Deletes up to `limit` rows about each of these removed referrers. @returns how many, by the ids of the
     * referrers
     */
    clear?(tx: Tx, referrers: readonly RowKey[], limit: number): Promise<ReadonlyMap<string, number>>;
    /** Forgets removed referrers, once there is nothing to clear any more. */
    forget?(tx: Tx, referrers: readonly RowKey[]): Promise<void>;
  };
  /** The same for a deleted waitlist, whose signups nobody sees any more. */
  readonly purge?: {
    /** Deletes what it keeps of signups that are deleted next. The caller holds them. */
    ofSignups?(tx: Tx, signups: readonly RowKey[]): Promise<void>;
    /** Deletes up to `limit` rows of each of its tables. @returns how many */
    rows?(tx: Tx, waitlist: RowKey, limit: number): Promise<number>;
    /** Deletes the rest of what is locked before a waitlist. */
    beforeLock?(tx: Tx, waitlist: RowKey): Promise<void>;
    /** Deletes the rest of what is locked behind it. */
    withLock?(tx: Tx, waitlist: RowKey): Promise<void>;
  };
}

export const listPlace = openPlace<ListPart>('list/');

/** Calls a function of each part that has it, one after the other: they take locks. */
export async function eachListPart(call: (part: ListPart) => Promise<unknown> | undefined): Promise<void> {
  for (const part of listPlace.parts()) await call(part);
}

/** The sum of what a function of each part counts. */
export async function sumOfListParts(
  count: (part: ListPart) => Promise<number> | undefined,
): Promise<number> {
  let sum = 0;
  for (const part of listPlace.parts()) sum += (await count(part)) ?? 0;
  return sum;
}
