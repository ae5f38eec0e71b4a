import type { FastifyInstance } from 'fastify';
import {
  type EarnedOverview,
  exportRewards,
  readEarned,
} from '../../../../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import type { EarnedFilter } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { unlessTooLong } from '../../../../../shared/list/signups/search/scans.ts';
import { attachment, sendSpreadsheet } from '../../../../routes/send-download.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addPage, type Show } from '../../../pages.ts';
import { NothingFound } from '../../../parts/empty/empty.tsx';
import { Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { offsetOf, Pager, rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { maySend } from '../../../rights.ts';
import { PickTools, SelectionBar } from '../signups/selection/selection-bar.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { PeopleChips } from '../who/people-chips.tsx';
import { addressOf, countsOf, filterIn } from './earned-search.ts';
import { EarnedTable, selectionForm } from './earned-table.tsx';
import { markForms, Told } from './mark-rewards.tsx';
import { NoRewards } from './no-rewards.tsx';

/** Who earned which reward, and what was handed over (N5). */
export function rewardsPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/rewards';
  const show: Show = async (request, formError) => {
    const { caller, role } = request.session;
    const { id } = request.waitlist;
    const list = `/dashboard/waitlists/${id}`;
    const path = `${list}/rewards`;
    const filter = filterIn(request);
    const address = addressOf(filter);
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const { rewards: set } = await readSettings(ctx, caller, id);
    const found = await unlessTooLong(() => readEarned(ctx, caller, id, { ...filter, ...page }));
    const isFiltered = Object.keys(address).length > 0;
    if (found?.earned.total === 0 && !isFiltered)
      return (
        <WaitlistLayout title="Rewards" request={request} formError={formError}>
          <NoRewards path={list} rewards={set} />
        </WaitlistLayout>
      );
    const canMark = maySend(role, `${path}/mark`);
    return (
      <WaitlistLayout
        title="Rewards"
        request={request}
        formError={formError}
        scripts={['signups.js']}
        toasts={<Told request={request} action={toUrl(`${path}/undo`, address)} />}
        actions={
          <div class="row">
            <IfMaySend to={`${list}/settings/rewards`}>
              <a class="button quiet" href={`${list}/settings/rewards`}>
                <Icon name="gift" />
                Change the rewards
              </a>
            </IfMaySend>
            <a class="button quiet" href={toUrl(`${path}.csv`, address)}>
              <Icon name="download" />
              Download
              <span class="in-full">
                {found ? `${countOf(found.earned.total, 'reward')} as CSV` : 'as CSV'}
              </span>
            </a>
          </div>
        }
      >
        <section class="card full" aria-labelledby="earned">
          <h2 id="earned">Who earned what</h2>
          <Search path={path} filter={filter} />
          {found === undefined ? (
            <p class="message warn">Finding them takes too long here. The CSV has all of them.</p>
          ) : (
            <>
              <Groups path={path} filter={filter} rewards={found.rewards} />
              <div class="row spread found">
                <p class="soft">
                  {found.earned.total === 0 ? 'No rewards' : countOf(found.earned.total, 'reward')}
                  {isFiltered && (
                    <>
                      {' found. '}
                      <a href={path}>Clear filters</a>
                    </>
                  )}
                </p>
                {canMark && found.earned.data.length > 0 && <PickTools of="reward" />}
              </div>
              {found.earned.data.length > 0 && (
                <EarnedTable
                  list={list}
                  earned={found.earned.data}
                  action={toUrl(`${path}/mark`, address)}
                  canMark={canMark}
                />
              )}
              {found.earned.data.length > 0 && (
                <Form id={selectionForm} class="around" action={toUrl(`${path}/mark`, address)}>
                  <SelectionBar
                    of="rewards"
                    shown={found.earned.data.length}
                    total={found.earned.total}
                    isFiltered={isFiltered}
                  >
                    <Submit name="action" value="fulfil" class="small">
                      <Icon name="gift" />
                      Hand over
                    </Submit>
                    <Submit name="action" value="reopen" class="quiet small">
                      Take back
                    </Submit>
                  </SelectionBar>
                </Form>
              )}
              {found.earned.total === 0 && (
                <NothingFound of="rewards" asked={toAsked(filter, found.rewards)} clear={path} />
              )}
              <Pager path={path} query={address} {...found.earned} />
            </>
          )}
        </section>
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, show);
  markForms(app, ctx, show);

  app.get(`${url}.csv`, async (request, reply) => {
    const { id, name } = request.waitlist;
    const text = await exportRewards(ctx.until(request.over), request.session.caller, id, filterIn(request));
    return sendSpreadsheet(reply, attachment(`${name} rewards.csv`), text);
  });
}

const stateNames = { true: 'Handed over', false: 'To hand over' } as const;

/** What was searched for, in the words of the page. */
function toAsked(
  { q, reward, fulfilled }: EarnedFilter,
  rewards: EarnedOverview['rewards'],
): [string, string][] {
  const name = rewards.find(({ key }) => key === reward)?.name ?? reward;
  return [
    ...(q === undefined ? [] : [['Address', q] as [string, string]]),
    ...(name === undefined ? [] : [['Reward', name] as [string, string]]),
    ...(fulfilled === undefined ? [] : [['State', stateNames[fulfilled]] as [string, string]]),
  ];
}

interface SearchProps {
  readonly path: string;
  readonly filter: EarnedFilter;
}

function Search({ path, filter: { q, ...others } }: SearchProps) {
  return (
    <search>
      <form action={path} class="filters plain">
        <div class="row">
          <Icon name="search" />
          <Field
            name="q"
            label="Search"
            hidesLabel
            type="search"
            placeholder="Part of an address"
            values={q === undefined ? {} : { q }}
            maxlength={320}
            autocomplete="off"
          />
          <Submit class="quiet">Search</Submit>
        </div>
        {Object.entries(addressOf(others)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
      </form>
    </search>
  );
}

interface GroupsProps extends SearchProps {
  readonly rewards: EarnedOverview['rewards'];
}

/** What there is, by state and by reward: each number leads to its people. */
function Groups({ path, filter, rewards }: GroupsProps) {
  const { earned, open, fulfilled } = countsOf(rewards, filter);
  const hrefWith = (change: EarnedFilter) => toUrl(path, addressOf({ ...filter, ...change }));
  const states = [
    ['All', undefined, earned],
    ['To hand over', 'false', open],
    ['Handed over', 'true', fulfilled],
  ] as const;
  const inState = ({ earned, open }: (typeof rewards)[number]) =>
    filter.fulfilled === undefined ? earned : filter.fulfilled === 'false' ? open : earned - open;
  return (
    <div class="who-shown groups">
      <PeopleChips
        label="By state"
        groups={states.map(([name, state, count]) => ({
          ...{ name, count, href: hrefWith({ fulfilled: state }) },
          isCurrent: filter.fulfilled === state,
        }))}
      />
      {rewards.length > 1 && (
        <PeopleChips
          label="By reward"
          groups={[
            {
              ...{ name: 'Any reward', href: hrefWith({ reward: undefined }) },
              count: rewards.reduce((sum, each) => sum + inState(each), 0),
              isCurrent: filter.reward === undefined,
            },
            ...rewards.map((each) => ({
              ...{ name: each.name, href: hrefWith({ reward: each.key }), count: inState(each) },
              isCurrent: filter.reward === each.key,
            })),
          ]}
        />
      )}
    </div>
  );
}
