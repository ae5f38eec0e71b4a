import type { CampaignTally } from '../../../../../shared/capabilities/campaigns/tally-campaigns.ts';
import type { Trend } from '../../../../../shared/list/stats/read-trend.ts';
import type { Narrowing } from '../../../../../shared/list/stats/scan-queries.ts';
import { formatCount } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { filtersOf, percentOf } from './places.ts';

interface CampaignCardProps {
  readonly root: string;
  readonly trend: Trend;
  /** What the trend is of alone. */
  readonly only: Narrowing | undefined;
  /** Null if there are too many to count unasked. */
  readonly campaigns: readonly CampaignTally[] | null;
  /** Whether the waitlist asks people to confirm their address. */
  readonly asksToConfirm: boolean;
  /** The page that counts all. */
  readonly allHref: string;
}

/** The campaigns of the signups of a window, and what became of them. A number leads to its people. */
export function CampaignCard({ root, trend, only, campaigns, asksToConfirm, allHref }: CampaignCardProps) {
  return (
    <section class="card" aria-labelledby="campaigns">
      <h2 id="campaigns">Campaigns</h2>
      <p class="soft">
        utm_campaign of the signups {only && `from ${only.name} `}in this period, and what became of them.
      </p>
      {campaigns === null ? (
        <p>
          This period has too many signups with a campaign to count them at once.{' '}
          <a href={allHref}>Count all</a>
        </p>
      ) : campaigns.length === 0 ? (
        <p>None in this period.</p>
      ) : (
        <Campaigns {...{ root, trend, only, campaigns, asksToConfirm }} />
      )}
    </section>
  );
}

interface CampaignsProps extends Pick<CampaignCardProps, 'root' | 'trend' | 'only' | 'asksToConfirm'> {
  readonly campaigns: readonly CampaignTally[];
}

function Campaigns({ root, trend, only, campaigns, asksToConfirm }: CampaignsProps) {
  const areSome = (count: 'confirmed' | 'users') => campaigns.some((campaign) => campaign[count] > 0);
  const steps = [
    ...(asksToConfirm || areSome('confirmed')
      ? [{ name: 'Confirmed', count: 'confirmed', filter: { confirmed: 'true' } } as const]
      : []),
    ...(trend.users || areSome('users')
      ? [{ name: 'Became users', count: 'users', filter: { invitation_state: 'converted' } } as const]
      : []),
  ];
  const days = { created_from: trend.window.from, created_to: trend.window.to };
  return (
    <Table
      label="Campaigns"
      columns={[
        'Campaign',
        { name: 'Signups', number: true },
        ...steps.map(({ name }) => ({ name, number: true })),
      ]}
    >
      {campaigns.map((campaign) => {
        const { utm_campaign: name, signups } = campaign;
        const people = (filter: Readonly<Record<string, string>>, figure: string) =>
          name === null ? (
            figure
          ) : (
            <a href={toUrl(root, { ...filtersOf(only), utm_campaign: name, ...filter, ...days })}>{figure}</a>
          );
        return (
          <tr key={name}>
            <th scope="row">{name ?? 'All others'}</th>
            <td class="number">{people({}, formatCount(signups))}</td>
            {steps.map(({ count, filter }) => (
              <td key={count} class="number">
                <span>
                  {campaign[count] === 0 ? '0' : people(filter, formatCount(campaign[count]))}
                  <span class="soft"> · {percentOf(campaign[count], signups)}</span>
                </span>
              </td>
            ))}
          </tr>
        );
      })}
    </Table>
  );
}
