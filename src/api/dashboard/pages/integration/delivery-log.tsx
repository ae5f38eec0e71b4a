import type { DeliveryRecord } from '../../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { Empty } from '../../parts/empty/empty.tsx';
import { Form, IfMaySend, Submit } from '../../parts/form.tsx';
import { Time } from '../../parts/format.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { toUrl } from '../../parts/pager.tsx';
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
  /** The page that sends events once more; undefined where none are sent. */
  readonly replay: string | undefined;
  /** Whether more than the newest are asked for. */
  readonly isWhole: boolean;
}

/** So many are shown at first: a receiver that is away fails each in the same way. */
const shownAtFirst = 10;

/** The newest attempts, each with a link to its details. */
export function DeliveryLog({ type, deliveries, replay, isWhole }: DeliveryLogProps) {
  const replayLink = replay !== undefined && (
    <IfMaySend to={`${pathOf(type)}/replay`}>
      <a class="button quiet small" href={replay}>
        Replay events
      </a>
    </IfMaySend>
  );
  if (deliveries.length === 0)
    return (
      <Empty
        id="deliveries"
        picture="plug"
        title="No deliveries yet"
        about="The newest 50 attempts are listed here, each with the request and the answer. The next signup makes one, and so does a test event."
      >
        <div class="row">
          <Form action={`${pathOf(type)}/test`}>
            <Submit class="quiet small">
              <Icon name="send" />
              Send a test event
            </Submit>
          </Form>
          {replayLink}
        </div>
      </Empty>
    );
  const shown = isWhole ? deliveries : deliveries.slice(0, shownAtFirst);
  return (
    <section class="card spaced" aria-labelledby="deliveries">
      <div class="row spread">
        <h2 id="deliveries">Deliveries</h2>
        {replayLink}
      </div>
      <Table label="Deliveries" columns={['Event', 'Result', 'Response', 'Time']}>
        {shown.map(({ id, event_type, status, response_status, error, created_at, is_test }) => (
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
      {shown.length < deliveries.length && (
        <p class="pager">
          <a class="button quiet small" href={`${toUrl(pathOf(type), { deliveries: 'all' })}#deliveries`}>
            Show the newest {deliveries.length}
          </a>
        </p>
      )}
    </section>
  );
}
