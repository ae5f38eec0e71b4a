import type { IntegrationHealth } from '../../../../shared/events/integrations/schema.ts';
import type { IntegrationType } from '../../../../shared/events/names.ts';
import { Confirm } from '../../parts/form.tsx';
import { countOf, Time } from '../../parts/format.tsx';
import { adviceFor } from './advice.ts';
import { pathOf } from './names.ts';

type Health = Pick<IntegrationHealth, 'state' | 'undelivered'>;

interface StateProps {
  readonly integration: { readonly enabled: boolean } | undefined;
  readonly health: Health | undefined;
}

/** Whether an integration works, in one word. */
export function State({ integration, health }: StateProps) {
  if (!integration) return <span class="tag">Not set up</span>;
  if (health?.state === 'disabled') return <span class="tag bad">Disabled</span>;
  if (!integration.enabled) return <span class="tag warn">Paused</span>;
  if (health?.state === 'failing') return <span class="tag bad">Failing</span>;
  if (health !== undefined && health.undelivered > 0)
    return <span class="tag warn">{countOf(health.undelivered, 'event')} not delivered</span>;
  return <span class="tag good">Active</span>;
}

/** What is wrong with an integration, and what to do. Nothing if it works. */
export function Trouble({
  type,
  health,
}: {
  readonly type: IntegrationType;
  readonly health: IntegrationHealth;
}) {
  const { state, failing_since, missed_since, undelivered, disabled_at, reason, pending } = health;
  if (state === 'ok')
    return undelivered === 0 || missed_since === null ? null : (
      <section class="message warn trouble" aria-label="What is missing">
        <p>
          <strong>{countOf(undelivered, 'event was', 'events were')} not delivered</strong> since{' '}
          <Time at={missed_since} />, and {undelivered === 1 ? 'is' : 'are'} not tried again by{' '}
          {undelivered === 1 ? 'itself' : 'themselves'}.
        </p>
        <div class="row">
          <a class="button small" href={`${pathOf(type)}/replay?since=${missed_since}`}>
            Replay
          </a>
          <Confirm
            id="dismiss"
            label="Dismiss"
            tone="quiet"
            question={`${countOf(undelivered, 'event')} will not be shown as missing any more. ${undelivered === 1 ? 'It' : 'They'} can still be replayed for 30 days.`}
            action={`${pathOf(type)}/dismiss`}
          />
        </div>
      </section>
    );
  const advice = adviceFor(type, reason);
  return (
    <section class="message bad trouble" aria-label="What is wrong">
      <p>
        {state === 'disabled' && disabled_at !== null ? (
          <>
            <strong>
              Disabled since <Time at={disabled_at} />.
            </strong>{' '}
            No events are sent until you resume. Then replay what was missed.
          </>
        ) : (
          <strong>
            Failing
            {failing_since !== null && (
              <>
                {' '}
                since <Time at={failing_since} />
              </>
            )}
            .
          </strong>
        )}
        {pending > 0 && ` ${countOf(pending, 'delivery waits', 'deliveries wait')}.`}
      </p>
      {reason !== null && <p>{reason}</p>}
      {advice !== undefined && <p>{advice}</p>}
    </section>
  );
}
