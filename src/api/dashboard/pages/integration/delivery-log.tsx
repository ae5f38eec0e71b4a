import type { DeliveryRecord } from '../../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { Empty } from '../../parts/empty/empty.tsx';
import { Form, Submit } from '../../parts/form.tsx';
import { Time } from '../../parts/format.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
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
  if (deliveries.length === 0)
    return (
      <Empty
        id="deliveries"
        picture="plug"
        title="No deliveries yet"
        about="The newest 50 attempts are listed here, each with the request and the answer. The next signup makes one, and so does a test event."
      >
        <Form action={`${pathOf(type)}/test`}>
          <Submit class="quiet">
            <Icon name="send" />
            Send a test event
          </Submit>
        </Form>
      </Empty>
    );
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
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
    </section>
  );
}
