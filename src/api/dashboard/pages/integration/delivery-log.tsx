import type { DeliveryRecord } from '../../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { Time } from '../../parts/format.tsx';
import { Table } from '../../parts/table.tsx';
import { pathOf } from './names.ts';

/** How an attempt ended. */
export function Result({ status }: Pick<DeliveryRecord, 'status'>) {
  return (
    <span class={status === 'success' ? 'tag good' : 'tag bad'}>
      {status === 'success' ? 'Delivered' : 'Failed'}
    </span>
  );
}

interface DeliveryLogProps {
  readonly type: IntegrationType;
  readonly deliveries: readonly DeliveryRecord[];
}

/** The newest attempts, each with a link to its details. */
export function DeliveryLog({ type, deliveries }: DeliveryLogProps) {
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      {deliveries.length === 0 ? (
        <p class="soft">No deliveries yet. The newest 50 will be listed here.</p>
      ) : (
        <Table label="Deliveries" columns={['Event', 'Result', 'Response', 'Time']}>
          {deliveries.map(({ id, event_type, status, response_status, error, created_at, is_test }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`${pathOf(type)}/deliveries/${id}`}>
                  <code>{event_type}</code>
                </a>{' '}
                {is_test && <span class="tag">Test</span>}
              </th>
              <td>
                <Result status={status} />
              </td>
              <td>
                {response_status} {error}
              </td>
              <td>
                <Time at={created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
