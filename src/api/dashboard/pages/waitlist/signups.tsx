import type { FastifyInstance } from 'fastify';
import { downloadSignups } from '../../../../shared/signups/export/download-signups.ts';
import { SignupSearch } from '../../../../shared/signups/schema.ts';
import { type FoundSignup, searchSignups } from '../../../../shared/signups/search-signups.ts';
import { attachment, sendDownload } from '../../../routes/send-download.ts';
import type { WebContext } from '../../../web-context.ts';
import { addPage, readValues } from '../../pages.ts';
import { EmailTag } from '../../parts/email-tag.tsx';
import { countOf, Day, formatCount } from '../../parts/format.tsx';
import { offsetOf, Pager, rowsPerPage } from '../../parts/pager.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Table } from '../../parts/table.tsx';
import { WaitlistLayout } from './waitlist-layout.tsx';

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['referrals', 'Most referrals'],
] as const satisfies (readonly [SignupSearch['order'], string])[];

/** The signups of a waitlist: search by email, sort, download (C11.3). */
export function signupsPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/waitlists/:id', {}, async (request) => {
    const { id, referral_bonus } = request.waitlist;
    const path = `/dashboard/waitlists/${id}`;
    const { email, order } = readValues(SignupSearch, request.query);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const signups = await searchSignups(ctx, request.session.caller, id, { email, order, ...page });
    const { data, total } = signups;
    if (email === '' && total === 0)
      return (
        <WaitlistLayout title="Signups" request={request}>
          <NoSignups url={`${ctx.config.baseUrl}/v1/waitlists/${id}/signups`} />
        </WaitlistLayout>
      );
    return (
      <WaitlistLayout
        title="Signups"
        request={request}
        actions={
          <a class="button quiet" href={`${path}/signups.csv`}>
            Download CSV
          </a>
        }
      >
        <section class="card" aria-label="Signups of this waitlist">
          <div class="row spread search">
            <search>
              <form action={path} class="row">
                <input
                  type="search"
                  name="email"
                  aria-label="Email begins with"
                  placeholder="Email begins with …"
                  value={email}
                />
                <button type="submit" class="quiet">
                  Search
                </button>
              </form>
            </search>
            {email === '' && <Orders path={path} current={order} />}
          </div>
          {email !== '' && (
            <p class="soft">
              {total === 0 ? 'No emails begin' : countOf(total, 'email begins', 'emails begin')} with “{email}
              ”. <a href={path}>Show all</a>
            </p>
          )}
          {data.length > 0 && <SignupTable path={path} signups={data} withBonus={referral_bonus !== null} />}
          <Pager path={path} query={email === '' ? { order } : { email }} {...signups} />
        </section>
      </WaitlistLayout>
    );
  });

  app.get('/waitlists/:id/signups.csv', async (request, reply) => {
    const { id, name } = request.waitlist;
    const text = await downloadSignups(ctx, request.session.caller, id);
    return sendDownload(reply, attachment(`${name} signups.csv`), text);
  });
}

function Orders({ path, current }: { path: string; current: SignupSearch['order'] }) {
  return (
    <nav aria-label="Order">
      <ul class="choices">
        {orders.map(([order, name]) => (
          <li key={order}>
            <a
              href={order === 'newest' ? path : `${path}?order=${order}`}
              aria-current={order === current ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SignupTableProps {
  readonly path: string;
  readonly signups: readonly FoundSignup[];
  /** Whether the waitlist has a referral bonus, so the shown position differs from the stored one. */
  readonly withBonus: boolean;
}

function SignupTable({ path, signups, withBonus }: SignupTableProps) {
  const position = { name: 'Position', number: true };
  const shown = withBonus ? [{ name: 'Shown position', number: true }] : [];
  const referrals = { name: 'Referrals', number: true };
  const columns = ['Email', position, ...shown, 'Email status', referrals, 'Source', 'Signed up'];
  return (
    <Table label="Signups" columns={columns}>
      {signups.map((signup) => (
        <tr key={signup.id}>
          <th scope="row">
            <span class="line">
              <a href={`${path}/signups/${signup.id}`}>{signup.email}</a>
            </span>
            {signup.referrer_email !== null && (
              <small class="line">
                referred by <a href={`${path}/signups/${signup.referred_by}`}>{signup.referrer_email}</a>
              </small>
            )}
          </th>
          <td class="number">{formatCount(signup.position)}</td>
          {withBonus && <td class="number">{formatCount(signup.display_position ?? signup.position)}</td>}
          <td>
            <EmailTag status={signup.email_status} />
          </td>
          <td class={signup.referral_count === 0 ? 'number soft' : 'number'}>
            {formatCount(signup.referral_count)}
          </td>
          <td>
            <span class={signup.utm_source === null ? 'soft' : 'line short'}>
              {signup.utm_source ?? 'direct'}
            </span>
          </td>
          <td>
            <Day at={signup.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Shows the request that adds a signup. */
function NoSignups({ url }: { url: string }) {
  const curl = [
    `curl -s ${url}`,
    `  -H 'Authorization: Bearer YOUR_API_KEY'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"email": "ada@example.com"}'`,
  ].join(' \\\n');
  return (
    <section class="card" aria-labelledby="none">
      <h2 id="none">No signups yet</h2>
      <p class="soft">
        Add signups from your site with a request like this. It needs an{' '}
        <a href="/dashboard/api-keys">API key</a> with the scope <code>signups:write</code>.
      </p>
      <Secret value={curl} label="request" />
    </section>
  );
}
