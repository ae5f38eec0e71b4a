import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listApiKeys } from '../../../shared/account/api-keys/list-api-keys.ts';
import type { AuditFilter } from '../../../shared/account/audit/queries.ts';
import { auditActions } from '../../../shared/account/audit/schema.ts';
import { exportAuditLog } from '../../../shared/account/audit-log/export-audit-log.ts';
import { listAuditLog } from '../../../shared/account/audit-log/list-audit-log.ts';
import { listUsers } from '../../../shared/account/users/list-users.ts';
import { nameObjects } from '../../../shared/owner/audit/name-objects.ts';
import { attachment, sendSpreadsheet } from '../../routes/send-download.ts';
import type { WebContext } from '../../web-context.ts';
import { addPage, type FormValues } from '../pages.ts';
import { Empty } from '../parts/empty/empty.tsx';
import { Choice, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { pageOf } from '../parts/page-context.ts';
import { rowsPerPage, toUrl } from '../parts/pager.tsx';
import { toWords } from '../plain-words.ts';
import { actorTypes, Entries } from './audit-log/entries.tsx';

export const auditLogPath = '/dashboard/account/audit-log';

/** What the address of the page asks for. What nobody can ask for is left out. */
const Asked = z.object({
  after: z.guid().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
  who: z.string().optional().catch(undefined),
});

/** Kinds of objects, as actions begin with them. */
const kinds = [...new Set(auditActions.map((action) => action.split('.')[0] ?? action))];

const kindNames: Readonly<Record<string, string>> = {
  api_key: 'API keys',
  app: 'Connected apps',
  audit_log: 'The audit log',
  email_provider: 'Email provider',
  field: 'Custom fields',
  links: 'Status links',
  person: 'People, exported or erased',
  session: 'Sign-ins',
  signup: 'Single signups',
  signups: 'Many signups',
  statistics_link: 'Links to statistics',
  template: 'Emails',
};
const nameOfKind = (kind: string) => {
  const name = kindNames[kind] ?? toWords(kind);
  return kindNames[kind] === undefined && !name.endsWith('s') ? `${name}s` : name;
};

/** Who can be asked for without being a user or a key. */
const otherActors = ['command_line', 'visitor'] as const;

function toFilter({ kind, who }: z.infer<typeof Asked>): AuditFilter {
  const actorType = otherActors.find((each) => each === who);
  const actorId = z.guid().safeParse(who).data;
  return {
    kind: kinds.find((each) => each === kind),
    ...(actorType !== undefined && { actorType }),
    ...(actorId !== undefined && { actorId }),
  };
}

/** Who changed what in the account, for owners (N8). */
export function auditLogPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/account/audit-log', {}, async (request) => {
    const { after, ...asked } = Asked.parse(request.query);
    const { caller } = request.session;
    const filter = toFilter(asked);
    const given: FormValues = Object.fromEntries(
      Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const [{ data, next_cursor }, users, keys] = await Promise.all([
      listAuditLog(ctx, caller, { limit: rowsPerPage, after }, filter),
      listUsers(ctx, caller),
      listApiKeys(ctx, caller.accountId),
    ]);
    const names = await nameObjects(ctx, caller.accountId, data);
    const people = [
      ...users.map(({ user_id, email }) => [user_id, email] as const),
      ...keys.map(({ key_id, name }) => [key_id, `API key ${name}`] as const),
      ...otherActors.map((type) => [type, actorTypes[type]] as const),
    ];
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
        {data.length === 0 && !isFiltered ? (
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
              Changes, exports and sign-ins of the last 400 days, newest first. Signups themselves are not in
              it.
            </p>
            <search>
              <form action={auditLogPath} class="row window">
                <Choice
                  name="kind"
                  label="What"
                  values={given}
                  options={[['', 'Everything'], ...kinds.map((kind) => [kind, nameOfKind(kind)] as const)]}
                />
                <Choice name="who" label="Who" values={given} options={[['', 'Anybody'], ...people]} />
                <Submit class="quiet">Show</Submit>
                {isFiltered && <a href={auditLogPath}>Show everything</a>}
              </form>
            </search>
            {data.length === 0 ? (
              <p class="soft">Nothing of this was done{after === undefined ? '' : ' before'}.</p>
            ) : (
              <Entries of={data} names={names} />
            )}
            {(after !== undefined || next_cursor !== null) && (
              <nav class="row spread pager" aria-label="Pages">
                {after === undefined ? (
                  <span />
                ) : (
                  <a class="button quiet small" href={toUrl(auditLogPath, given)}>
                    Newest
                  </a>
                )}
                {next_cursor !== null && (
                  <a
                    class="button quiet small"
                    href={toUrl(auditLogPath, { ...given, after: next_cursor })}
                    rel="next"
                  >
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
