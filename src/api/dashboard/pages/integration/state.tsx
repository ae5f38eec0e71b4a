import type { IntegrationType } from '../../../../shared/events/names.ts';
import type { IntegrationHealth } from '../../../../shared/events/integrations/schema.ts';
import { countOf, Time } from '../../parts/format.tsx';
import { adviceFor } from './advice.ts';

type Health = Pick<IntegrationHealth, 'state' | 'failing_since' | 'disabled_at' | 'reason'>;

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
  const { state, failing_since, disabled_at, reason, pending } = health;
  if (state === 'ok') return null;
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
