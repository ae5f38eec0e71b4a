import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEntry } from '../../../shared/account/audit/schema.ts';
import { exportAuditLog } from '../../../shared/account/audit-log/export-audit-log.ts';
import { listAuditLog } from '../../../shared/account/audit-log/list-audit-log.ts';
import { attachment, sendSpreadsheet } from '../../routes/send-download.ts';
import type { WebContext } from '../../web-context.ts';
import { addPage } from '../pages.ts';
import { Empty } from '../parts/empty/empty.tsx';
import { Time } from '../parts/format.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { rowsPerPage } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { toWords } from '../plain-words.ts';

export const auditLogPath = '/dashboard/account/audit-log';

/** A cursor that somebody made up leads to the newest entries. */
const Place = z.object({ after: z.guid().optional() }).catch({});

/** Who changed what in the account, for owners (N8). */
export function auditLogPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/account/audit-log', {}, async (request) => {
    const { after } = Place.parse(request.query);
    const { caller } = request.session;
    const { data, next_cursor } = await listAuditLog(ctx, caller, { limit: rowsPerPage, after });
    return (
      <Layout
        title="Audit log"
        page={pageOf(request)}
        actions={
          <a class="button quiet" href={`${auditLogPath}.csv`}>
            Download as CSV
          </a>
        }
      >
        {data.length === 0 ? (
          <Empty
            picture="log"
            title={after === undefined ? 'Nothing was done yet' : 'Nothing is older'}
            about="Changes, exports and sign-ins of the last 400 days are listed here, newest first, with who did it and from where."
          >
            {after === undefined ? (
              <a class="button quiet" href="/dashboard/users">
                Show who may change things
              </a>
            ) : (
              <a class="button quiet" href={auditLogPath}>
                Show the newest
              </a>
            )}
          </Empty>
        ) : (
          <section class="card" aria-label="Who changed what">
            <p class="soft">
              Changes, exports and sign-ins of the last 400 days, newest first. Single signups are not in it.
            </p>
            <Entries of={data} />
            {(after !== undefined || next_cursor !== null) && (
              <nav class="row spread pager" aria-label="Pages">
                {after === undefined ? (
                  <span />
                ) : (
                  <a class="button quiet small" href={auditLogPath}>
                    Newest
                  </a>
                )}
                {next_cursor !== null && (
                  <a class="button quiet small" href={`${auditLogPath}?after=${next_cursor}`} rel="next">
                    Older
                  </a>
                )}
              </nav>
            )}
          </section>
        )}
      </Layout>
    );
  });

  app.get('/account/audit-log.csv', async (request, reply) => {
    const { caller, accountName } = request.session;
    return sendSpreadsheet(
      reply,
      attachment(`${accountName} audit log.csv`),
      await exportAuditLog(ctx, caller),
    );
  });
}

function Entries({ of }: { of: readonly AuditEntry[] }) {
  return (
    <Table label="Audit log" columns={['What', 'Who', 'When', 'Details']}>
      {of.map((entry) => (
        <tr key={entry.id}>
          <th scope="row">
            {toWords(entry.action.replace('.', ' ')).replace(/^Api\b/, 'API')}
            {entry.object.id !== null && (
              <small class="line">
                <code>{entry.object.id}</code>
              </small>
            )}
          </th>
          <td class={entry.actor.type === 'user' ? 'address' : undefined}>{nameOf(entry.actor)}</td>
          <td>
            <Time at={entry.created_at} />
          </td>
          <td>{describe(entry.details)}</td>
        </tr>
      ))}
    </Table>
  );
}

const actorTypes = {
  user: 'A user',
  api_key: 'An API key',
  app: 'A connected app',
  command_line: 'The operator',
  visitor: 'Somebody not signed in',
} as const;

function nameOf({ type, name }: AuditEntry['actor']): string {
  if (name === null) return actorTypes[type];
  return type === 'api_key' ? `API key ${name}` : name;
}

/** So many are named; a key may have all scopes. */
const mostNamed = 6;

const inShort = (values: readonly unknown[]) =>
  values.length > mostNamed ? `${values.length} of them` : values.join(' ');

/** Such as `from: editor, to: viewer`. */
function describe(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${toWords(name).toLowerCase()}: ${inShort([value].flat())}`)
    .join(', ');
}
