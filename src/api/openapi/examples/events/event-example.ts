import type { EventType, OutboundEvent } from '../../../../shared/list/publishing/events.ts';

/** Events as a receiver got them, signed with the secret in the example of setIntegration. */
export type EventExamples = {
  readonly [Type in EventType]: {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
    readonly standardSignature: string;
    readonly body: Extract<OutboundEvent, { type: Type }>;
  };
};
