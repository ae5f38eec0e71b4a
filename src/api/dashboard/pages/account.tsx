import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { updateAccount } from '../../../shared/accounts/update-account.ts';
import { TimeZone, timeZones } from '../../../shared/stats/time-zone.ts';
import type { WebContext } from '../../web-context.ts';
import { addForm, addPage, readForm, redirectWithNotice, type Show } from '../pages.ts';
import { Facts } from '../parts/facts.tsx';
import { Form, Problem, useEntered } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';

const AccountForm = z.object({ time_zone: TimeZone });

/** The settings of the account: its time zone (N8). */
export function accountPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = (request, formError) => {
    const { accountName, timeZone, caller } = request.session;
    return (
      <Layout title="Account" page={pageOf(request)} formError={formError}>
        <section class="card" aria-labelledby="time">
          <h2 id="time">Time zone</h2>
          <Form action="/dashboard/account" class="fields">
            <TimeZoneChoice stored={timeZone} />
            <div class="row">
              <button type="submit">Save</button>
            </div>
          </Form>
        </section>
        <section class="card" aria-labelledby="about">
          <h2 id="about">About this account</h2>
          <Facts
            of={[
              ['Name', accountName],
              ['Plan', <span class="plan">{caller.plan}</span>],
              ['ID', <code>{caller.accountId}</code>],
            ]}
          />
        </section>
      </Layout>
    );
  };
  addPage(app, '/account', {}, show);

  addForm(app, '/account', {}, show, async (request, reply) => {
    const { time_zone: timeZone } = readForm(AccountForm, request.body);
    await updateAccount(ctx, request.session.caller.accountId, { timeZone });
    return redirectWithNotice(reply, '/dashboard/account', 'Saved.');
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
