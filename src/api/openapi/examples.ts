import { readFileSync } from 'node:fs';
import type { EventType, OutboundEvent } from '../../shared/list/publishing/events.ts';
import type { OperationId } from './operation-text.ts';

/** A request of an operation and its answers, in the story of all examples. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Values of further query parameters, which this request does not have. */
  readonly otherQuery?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly body?: unknown;
  /** Each answer that has a body, by its status. */
  readonly answers: Readonly<Record<number, unknown>>;
}

/** An event as a receiver got it, signed with the secret in the example of setIntegration. */
export interface EventExample<Type extends EventType = EventType> {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly standardSignature: string;
  readonly body: Extract<OutboundEvent, { type: Type }>;
}

/** What `npm run openapi:examples` recorded. What is new has none until then, which a test tells. */
export const { operations: examples, events: eventExamples } = JSON.parse(
  readFileSync(new URL('../../../data/api-examples.json', import.meta.url), 'utf8'),
) as {
  readonly operations: Readonly<Partial<Record<OperationId, Example>>>;
  readonly events: { readonly [Type in EventType]?: EventExample<Type> };
};
