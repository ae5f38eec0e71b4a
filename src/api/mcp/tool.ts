import { z } from 'zod';
import type { ToolOperations } from './operations/operations.ts';

/** The behaviour that a client may expect of a call (MCP's tool annotations). */
interface Hints {
  readonly readOnlyHint: boolean;
  /** Whether the call can delete data. */
  readonly destructiveHint: boolean;
  /** Whether repeating the call has no further effect. */
  readonly idempotentHint: boolean;
  /** Whether the call has effects outside the service, such as an email. */
  readonly openWorldHint: boolean;
}

export const reads: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const writes: Hints = { ...reads, readOnlyHint: false };

/**
 * A tool of the tool server (§4.10).
 * Arguments are in camelCase; results use the names of the REST API (C8.3).
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: what the tool does and when to use it. */
  readonly description: string;
  readonly hints: Hints;
  /** Strict: unknown arguments, such as an API key, are rejected. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** `args` is the output of `input`. @throws AppError */
  run(operations: ToolOperations, args: never): Promise<unknown>;
  /** The natural next step after a result, for the agent. It becomes `next` of the result. */
  next?(result: never, args: never): string | undefined;
}

/** Types the arguments of `run` by `input`, which `Tool` cannot. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'run' | 'next'> & {
    input: Input;
    output: Output;
    run(operations: ToolOperations, args: z.output<Input>): Promise<z.input<Output>>;
    next?(result: z.output<Output>, args: z.output<Input>): string | undefined;
  },
): Tool {
  return definition;
}

export const waitlistId = z.guid().describe('Id of the waitlist, from list_waitlists or create_waitlist.');
