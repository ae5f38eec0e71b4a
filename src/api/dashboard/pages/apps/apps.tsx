import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accessOf } from '../../../../shared/account/apps/access.ts';
import { endApp } from '../../../../shared/account/apps/end-app.ts';
import { listApps } from '../../../../shared/account/apps/list-apps.ts';
import type { ListedApp } from '../../../../shared/account/apps/queries.ts';
import { hasRight } from '../../../../shared/account/scopes.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, addPage, redirectWithFlash, type Show } from '../../pages.ts';
import { Empty } from '../../parts/empty/empty.tsx';
import { Confirm } from '../../parts/form.tsx';
import { Time } from '../../parts/format.tsx';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { Table } from '../../parts/table.tsx';
import { levelTexts } from './level-texts.ts';

const AppParams = z.object({ appId: z.guid() });

const howToConnect =
  'Paste this address where your assistant adds a connector or a remote tool server, and sign in. It needs no key.';

/** The apps that users have connected, such as assistants: what they may do, and how to end them. */
export function appPages(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { home, role, email } = request.session;
    const apps = await listApps(ctx, home.accountId);
    const address = `${ctx.config.baseUrl}/mcp`;
    const mayEnd = (user: string) => user === email || hasRight(role, 'keys');
    return (
      <Layout title="Connected apps" page={pageOf(request)} formError={formError}>
        {apps.length === 0 ? (
          <Empty
            picture="plug"
            title="Connect an assistant"
            about={`${howToConnect} Connected apps are listed here, with what each may do and a button that ends it.`}
          >
            <p>
              <code>{address}</code>
            </p>
          </Empty>
        ) : (
          <>
            <section class="card" aria-labelledby="connect">
              <h2 id="connect">Connect an assistant</h2>
              <p class="soft">{howToConnect}</p>
              <p>
                <code>{address}</code>
              </p>
            </section>
            <section class="card" aria-label="Apps of this account">
              <AppTable apps={apps} mayEnd={mayEnd} />
            </section>
          </>
        )}
      </Layout>
    );
  };
  addPage(app, '/apps', {}, show);

  addForm(app, '/apps/:appId/end', { schema: { params: AppParams } }, show, async (request, reply) => {
    const { appId } = request.params as z.infer<typeof AppParams>;
    const { home, role, userId } = request.session;
    const own = hasRight(role, 'keys') ? null : userId;
    const { name } = await endApp(ctx, appId, { by: home, userId: own });
    return redirectWithFlash(reply, '/dashboard/apps', `${name} is not connected any more.`);
  });
}

function AppTable({ apps, mayEnd }: { apps: readonly ListedApp[]; mayEnd: (user: string) => boolean }) {
  return (
    <Table
      label="Connected apps"
      columns={['App', 'May', 'Connected by', 'Connected', 'Last used', { name: 'Actions', hidden: true }]}
    >
      {apps.map(({ app_id, name, redirect_host, scopes: granted, is_test, user_email, ...times }) => (
        <tr key={app_id}>
          <th scope="row">
            {name} <small class="soft">{redirect_host}</small>
            {is_test && <span class="tag warn">Test mode</span>}
          </th>
          <td>{levelTexts[accessOf(granted)].name}</td>
          <td>{user_email}</td>
          <td>
            <Time at={times.created_at} />
          </td>
          <td>{times.last_used_at === null ? 'Never' : <Time at={times.last_used_at} />}</td>
          <td class="end">
            {mayEnd(user_email) && (
              <Confirm
                id={`end-${app_id}`}
                label="End"
                description={`End ${name}, connected by ${user_email}`}
                question={`${name} can do nothing more here. To use it again, connect it again.`}
                action={`/dashboard/apps/${app_id}/end`}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
