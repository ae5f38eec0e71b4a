import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AccountName } from '../../../shared/account/administration/schema.ts';
import { updateAccount } from '../../../shared/account/administration/update-account.ts';
import { planTitle } from '../../../shared/account/plans.ts';
import { readNoticeChat, saveNoticeChat } from '../../../shared/owner/notices/notice-choices.ts';
import { noticeChats } from '../../../shared/owner/notices/schema.ts';
import { TimeZone, timeZones } from '../../../shared/platform/schema/time-zone.ts';
import type { WebContext } from '../../web-context.ts';
import { addForm, addPage, readForm, redirectWithFlash, type Show } from '../pages.ts';
import { Facts } from '../parts/facts.tsx';
import { Choice, Field, Form, Problem, Submit, useEntered } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { maySee } from '../rights.ts';
import { auditLogPath } from './audit-log.tsx';
import { integrations } from './integration/names.ts';

const ChatForm = z.object({ chat: z.enum(['none', ...noticeChats]) });

const chats = [
  ['none', 'No chat'],
  ...noticeChats.map((type) => [type, integrations[type].name] as const),
] as const;

const AccountForm = z.object({ name: AccountName.optional(), time_zone: TimeZone });

/** The settings of the account: its name, its time zone, and the chat for its notices (N8). */
export function accountPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { accountName, timeZone, home: caller, role } = request.session;
    const chat = await readNoticeChat(ctx, caller.accountId);
    return (
      <Layout title="Account" page={pageOf(request)} formError={formError}>
        <section class="card" aria-labelledby="general">
          <h2 id="general">Name and time zone</h2>
          <Form action="/dashboard/account" class="fields" readable>
            <Field
              name="name"
              label="Account name"
              initial={accountName}
              required
              maxlength={100}
              hint="Users read it in their emails, such as an invitation to this account."
            />
            <TimeZoneChoice stored={timeZone} />
            <div class="row">
              <Submit>Save</Submit>
            </div>
          </Form>
        </section>
        <section class="card" aria-labelledby="chat">
          <h2 id="chat">Notices in a chat</h2>
          <p class="soft">
            What users of this account are told by email can be posted to a chat too. Set the chat up under{' '}
            <a href="/dashboard/integrations">Integrations</a>. Each user chooses the own emails in the{' '}
            <a href="/dashboard/profile">profile</a>.
          </p>
          <Form action="/dashboard/account/chat" class="fields" readable>
            <Choice name="chat" label="Post notices to" options={chats} initial={chat ?? 'none'} />
            <div class="row">
              <Submit>Save</Submit>
            </div>
          </Form>
        </section>
        {maySee(role, auditLogPath) && (
          <section class="card" aria-labelledby="log">
            <h2 id="log">Audit log</h2>
            <p>
              <a href={auditLogPath}>Who changed what</a> in the last 400 days.
            </p>
          </section>
        )}
        <section class="card" aria-labelledby="about">
          <h2 id="about">About this account</h2>
          <Facts
            of={[
              ['Plan', planTitle(caller.plan)],
              ['ID', <code>{caller.accountId}</code>],
            ]}
          />
        </section>
      </Layout>
    );
  };
  addPage(app, '/account', {}, show);

  addForm(app, '/account', {}, show, async (request, reply) => {
    const { name, time_zone: timeZone } = readForm(AccountForm, request.body);
    const { accountId, actor } = request.session.home;
    await updateAccount(ctx, accountId, { name, timeZone }, actor);
    return redirectWithFlash(reply, '/dashboard/account', 'Saved.');
  });

  addForm(app, '/account/chat', {}, show, async (request, reply) => {
    const { chat } = readForm(ChatForm, request.body);
    await saveNoticeChat(ctx, request.session.home.accountId, chat === 'none' ? null : chat);
    return redirectWithFlash(reply, '/dashboard/account', 'Saved.');
  });
}

/** A list of all time zones. */
function TimeZoneChoice({ stored }: { stored: string }) {
  const entered = useEntered()?.time_zone;
  const chosen = typeof entered === 'string' ? entered : stored;
  return (
    <label>
      Your account’s time zone
      <select name="time_zone" aria-describedby="time-hint">
        {[...groupsOf(chosen)].map(([group, names]) => (
          <optgroup key={group} label={group}>
            {names.map((name) => (
              <option key={name} value={name} selected={name === chosen}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Problem name="time_zone" label="Time zone" />
      <small id="time-hint">
        Times, days and statistics on these pages are in it, for all users. The API answers in UTC.
      </small>
    </label>
  );
}

/** The time zones by continent, with the chosen one, even if it is spelt otherwise. */
function groupsOf(chosen: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of new Set([...timeZones, chosen])) {
    const [group = ''] = name.split('/');
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}
