import type { FastifyInstance } from 'fastify';
import { listSegments } from '../../../../../shared/capabilities/segments/read-segments.ts';
import { mostSegments } from '../../../../../shared/capabilities/segments/schema.ts';
import { countJudged } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { downloadSignups } from '../../../../../shared/list/signups/export/download-signups.ts';
import { listFilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import { SignupOrder } from '../../../../../shared/list/signups/search/schema.ts';
import { listPositions } from '../../../../../shared/list/signups/selection/queries.ts';
import { canBeUndone } from '../../../../../shared/list/signups/selection/schema.ts';
import { listSelections } from '../../../../../shared/list/signups/selection/stop-selection.ts';
import { findWaitlist } from '../../../../../shared/list/waitlists/queries.ts';
import { listAwaited, listSignupMails } from '../../../../../shared/mail/signup-mail/queries.ts';
import type { SignupMail } from '../../../../../shared/mail/signup-mail/schema.ts';
import { attachment, sendSpreadsheet } from '../../../../routes/send-download.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { Empty, NothingFound } from '../../../parts/empty/empty.tsx';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { isPeek } from '../../../parts/live/peek.ts';
import { Pager, pageNumberOf, toUrl } from '../../../parts/pager.tsx';
import { Secret } from '../../../parts/secret.tsx';
import { maySee, maySend } from '../../../rights.ts';
import { CodeTabs } from '../../overview/code-tabs.tsx';
import { AddLink } from '../changes/add-signup.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { ColumnChoice, columnsForm, readAtFirst, shownColumns } from './columns.tsx';
import { liveSignups, NewSignups, Total } from './live-signups.tsx';
import { readPeople } from './people-cells.tsx';
import { addressOf, filtersIn, find, findReferrer, givenIn, namesOf, readFilters } from './search.ts';
import { SegmentBar } from './segments/segment-bar.tsx';
import { segmentForms } from './segments/segment-forms.ts';
import { selectionForms } from './selection/selection.tsx';
import { PickTools, SelectionBar } from './selection/selection-bar.tsx';
import { SelectionsUnderWay, SelectionToasts } from './selection/selection-progress.tsx';
import { SignupFilters, toAsked, toMessage } from './signup-filters.tsx';
import { SignupTable } from './signup-table.tsx';

/** The signups of a waitlist: search, order, select, and download what was found (C11.3, N1, N8). */
export function signupsPage(app: FastifyInstance, ctx: WebContext): void {
  const show: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id, referral_bonus } = request.waitlist;
    const path = `/dashboard/waitlists/${id}`;
    const given = givenIn(request);
    const [list, { data: fields }, { found, problem, mayDownload }, selections, settings, referrer] =
      await Promise.all([
        findWaitlist(ctx.sql, caller.accountId, id),
        listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
        find(ctx, request),
        listSelections(ctx, caller, id, request.session, !isPeek(request)),
        readSettings(ctx, caller, id),
        findReferrer(ctx, request),
      ]);
    const filters = filtersIn(given);
    const isFiltered = Object.keys(filters).length > 0;
    const address = addressOf(request);
    // Those that wait to be deleted are gone for whoever looks, unless somebody undoes it.
    const leaving = selections.filter(canBeUndone);
    const positions = new Set(
      await listPositions(
        ctx.sql,
        caller.accountId,
        leaving.map((each) => each.id),
      ),
    );
    const shown = (found?.data ?? []).filter(({ position }) => !positions.has(position));
    const hidden = isFiltered ? (found?.data.length ?? 0) - shown.length : positions.size;
    const isPartial = found?.searchedAfter !== undefined;
    const here = toUrl(path, { ...address, page: String(pageNumberOf(request)) });
    const progress = <SelectionsUnderWay path={path} href={here} selections={selections} />;
    const toasts = <SelectionToasts path={path} selections={selections} />;
    const isWorking = selections.some(({ finished_at }) => finished_at === null);
    const isNewest = pageNumberOf(request) === 1 && Object.keys(given).every((name) => name === 'order');
    const news = isNewest && !isWorking && <NewSignups path={path} after={list?.last_position ?? 0} />;
    if (found && found.total <= hidden && !isFiltered)
      return (
        <WaitlistLayout
          title="Signups"
          request={request}
          formError={formError}
          scripts={['signups.js']}
          toasts={toasts}
          actions={<div>{news}</div>}
        >
          {progress}
          <NoSignups
            path={path}
            url={`${ctx.config.baseUrl}/v1/waitlists/${id}/signups`}
            pageUrl={settings.page.enabled ? settings.page.url : null}
          />
        </WaitlistLayout>
      );
    const message = problem && toMessage(problem, fields);
    const { data: segments } = await listSegments(ctx, caller, id, { limit: mostSegments, offset: 0 });
    const names = namesOf({ given, referrer, segments, rewards: settings.rewards });
    const withBonus = referral_bonus !== null;
    const canPick = maySend(request.session.role, `${path}/selection`);
    // Where the search took too long, another look at the list would, too.
    const suggestions = found
      ? await listFilterValues(ctx.sql, caller.accountId, id)
      : { sources: [], fields: {} };
    const ids = shown.map((signup) => signup.id);
    const judged = await countJudged(ctx.sql, caller.accountId, ids);
    const bounced = shown.filter(({ email_status }) => email_status === 'bounced');
    const bounces = await readBounces(ctx.sql, caller.accountId, bounced);
    const unsent = shown.flatMap(({ id, email_status }) => (email_status === null ? [id] : []));
    const awaited = await listAwaited(ctx.sql, caller.accountId, unsent);
    const ranking =
      withBonus && found // where the search took too long, this would, too
        ? await ctx.ranks.of(ctx.sql, { accountId: caller.accountId, waitlistId: id, bonus: referral_bonus })
        : null;
    const atFirst = await readAtFirst(ctx.sql, { accountId: caller.accountId, waitlistId: id });
    const columns = { fields, hasPlaces: withBonus, atFirst };
    const visible = shownColumns(request, columns);
    const people = await readPeople(ctx.sql, caller, ids, visible, settings);
    const table = {
      ...{ path, fields, ranking, judged, awaited, bounces, people },
      shown: visible,
      order: SignupOrder.catch('newest').parse(given.order),
      orderHref: (order: SignupOrder) => toUrl(path, { ...address, order }),
    };
    return (
      <WaitlistLayout
        title="Signups"
        request={request}
        formError={formError ?? (message === undefined ? undefined : { message, values: given })}
        scripts={['signups.js']}
        toasts={toasts}
        actions={
          <div class="row">
            <AddLink path={path} />
            {maySee(request.session.role, `${path}/imports`) && (
              <a class="button quiet" href={`${path}/imports`}>
                <Icon name="file-up" />
                Import
              </a>
            )}
            {mayDownload && (
              <a class="button quiet" href={toUrl(`${path}/signups.csv`, filters)}>
                <Icon name="download" />
                Download
                <span class="in-full">
                  {found && !isPartial ? `${countOf(found.total, 'signup')} as CSV` : 'as CSV'}
                </span>
              </a>
            )}
          </div>
        }
      >
        {progress}
        <section class="card full" aria-label="Signups of this waitlist">
          <SegmentBar path={path} segments={segments} fields={fields} rewards={names.reward} given={given} />
          <SignupFilters
            path={path}
            given={given}
            fields={fields}
            withBonus={withBonus}
            asksToConfirm={settings.confirmation.enabled}
            names={names}
            problem={problem}
            suggestions={suggestions}
          />
          <div class="row spread found">
            <p class="soft">
              {found && <Total count={found.total - hidden} />}
              {isFiltered && (
                <>
                  {found && ' found. '}
                  <a href={path}>Clear filters</a>
                </>
              )}
              {news}
            </p>
            <div class="row">
              <ColumnChoice action={toUrl(`${path}/columns`, address)} shown={table.shown} {...columns} />
              {canPick && <PickTools of="signup" />}
            </div>
          </div>
          {found?.searchedAfter !== undefined && (
            <p class="message">
              Only signups behind position {formatCount(found.searchedAfter)} were searched, to be quick.{' '}
              <a href={toUrl(path, { ...given, whole: 'yes' })}>Search the whole list</a>
            </p>
          )}
          {found &&
            shown.length > 0 &&
            (canPick ? (
              <Form action={toUrl(`${path}/selection`, address)}>
                <SignupTable {...table} signups={shown} canPick />
                <SelectionBar
                  of="signups"
                  shown={shown.length}
                  total={isPartial ? 0 : found.total}
                  isFiltered={isFiltered}
                >
                  <SignupActions />
                </SelectionBar>
              </Form>
            ) : (
              <SignupTable {...table} signups={shown} />
            ))}
          {found?.total === 0 && isFiltered && (
            <NothingFound of="signups" asked={toAsked(filters, fields, names)} clear={path} />
          )}
          {found && <Pager path={path} query={address} {...found} />}
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, '/waitlists/:id', {}, show);
  selectionForms(app, ctx, show);
  segmentForms(app, ctx, show);
  columnsForm(app, show);
  liveSignups(app, ctx);

  app.get('/waitlists/:id/signups.csv', async (request, reply) => {
    const { id, name } = request.waitlist;
    const filters = await readFilters(ctx, request);
    const begin = await ctx.read({ ...request.session, over: request.over }, (from) =>
      downloadSignups(from, request.session.caller, id, { filters }),
    );
    return sendSpreadsheet(reply, attachment(`${name} signups.csv`), await begin());
  });
}

/** What can be done with selected signups. */
function SignupActions() {
  return (
    <>
      <Submit name="action" value="export" class="quiet small">
        <Icon name="download" />
        Export as CSV
      </Submit>
      <Submit name="action" value="invite" class="quiet small">
        <Icon name="rocket" />
        Invite…
      </Submit>
      <Submit name="action" value="write" class="quiet small">
        <Icon name="pencil" />
        Write…
      </Submit>
      <Submit name="action" value="resend" class="quiet small">
        <Icon name="send" />
        Send signup email…
      </Submit>
      <Submit name="action" value="delete" class="danger small">
        <Icon name="trash-2" />
        Delete…
      </Submit>
    </>
  );
}

interface NoSignupsProps {
  readonly path: string;
  /** Of requests that add a signup. */
  readonly url: string;
  /** The signup page, if it is open. */
  readonly pageUrl: string | null;
}

/** The ways to the first signup. */
function NoSignups({ path, url, pageUrl }: NoSignupsProps) {
  return (
    <>
      <Empty
        picture="people"
        title="No signups yet"
        about="Everybody who joins is listed here with their place, who brought them, where they came from and what became of their mail."
      >
        {pageUrl !== null && (
          <>
            <p>
              Your signup page is open. Share its <a href={pageUrl}>address</a>:
            </p>
            <Secret value={pageUrl} label="address of the signup page" />
          </>
        )}
        <div class="row">
          {pageUrl === null && (
            <IfMaySend to={`${path}/settings/page`}>
              <a class="button" href={`${path}/settings/page`}>
                <Icon name="sparkles" />
                Open a signup page
              </a>
            </IfMaySend>
          )}
          <IfMaySend to={`${path}/imports`}>
            <a class="button quiet" href={`${path}/imports`}>
              <Icon name="file-up" />
              Import a file
            </a>
          </IfMaySend>
          <AddLink path={path} />
        </div>
      </Empty>
      <section class="card" aria-labelledby="code">
        <h2 id="code">From your own page</h2>
        <p class="soft">
          Without code: switch on the form in the <a href={`${path}/settings/form`}>settings</a> and copy it
          to your site. With code: send a request like this from your server. It needs an{' '}
          <a href="/dashboard/api-keys">API key</a> with the scope <code>signups:write</code>, in{' '}
          <code>WAITLIST_API_KEY</code>.
        </p>
        <CodeTabs url={url} />
      </section>
    </>
  );
}

/** The emails of signups that bounced, by signup. */
async function readBounces(
  sql: WebContext['sql'],
  accountId: string,
  signups: readonly { id: string }[],
): Promise<ReadonlyMap<string, SignupMail>> {
  if (signups.length === 0) return new Map();
  const ids = signups.map(({ id }) => id);
  return new Map((await listSignupMails(sql, accountId, ids)).map((mail) => [mail.id, mail]));
}
