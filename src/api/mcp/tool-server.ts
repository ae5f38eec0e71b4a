import { type CallToolResult, type Tool as ListedTool, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { z } from 'zod';
import { AppError, errorEnvelope, notFound } from '../../shared/platform/errors.ts';
import { pauseIfDue } from '../../shared/platform/process/slices.ts';
import { describeFirstIssue, longestPath } from '../../shared/platform/schema/issue.ts';
import { NextStep, nextStep } from './next-step.ts';
import type { ToolOperations } from './operations/operations.ts';
import type { Tool } from './tool.ts';
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts';

const instructions =
  'Waitlists of one account: create and change waitlists, put people on them, look up positions, read statistics. Start with list_waitlists to learn the ids. Positions never change; signups are mailed once.';

/** For what clients are asked, which is nothing. Each server would make one of its own, which takes long. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** What tools/list says of a tool, made once: it is the same for every client. */
const descriptions = new WeakMap<Tool, ReturnType<typeof describe>>();

function describe({ name, title, description, hints, input, output, next }: Tool) {
  return {
    name,
    title,
    description,
    annotations: { title, ...hints },
    inputSchema: inputSchemaOf(input) as ListedTool['inputSchema'],
    outputSchema: outputSchemaOf(
      next ? output.extend({ next: NextStep }) : output,
    ) as ListedTool['inputSchema'],
  };
}

function descriptionOf(tool: Tool) {
  const description = descriptions.get(tool) ?? describe(tool);
  descriptions.set(tool, description);
  return description;
}

/** In characters. No agent can read more, and each result is written twice, into a text and around it. */
const longestResult = 1_048_576;

/**
 * A server with these tools for one connection.
 * `onError` is called for errors other than AppErrors, `onRefused` for those.
 */
export function toolServer(
  operations: ToolOperations,
  tools: readonly Tool[],
  {
    version,
    onError,
    onRefused,
  }: {
    version: string;
    onError(error: unknown, tool: string): void;
    onRefused?(error: AppError): void;
  },
): Server {
  const server = new Server(
    { name: 'waitlist', title: 'Waitlist', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(descriptionOf) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    try {
      return await call(tool ?? notFound('tool'), operations, params.arguments ?? {});
    } catch (error) {
      if (error instanceof AppError) onRefused?.(error);
      else onError(error, params.name);
      const told = toAppError(error);
      return toFailure(told, nextStep(told, tools, tool));
    }
  });
  return server;
}

async function call(
  tool: Tool,
  operations: ToolOperations,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const { data, error } = tool.input.safeParse(withoutNulls(tool, args));
  if (error) throw new AppError('invalid_request', describeError(error));
  const found = await tool.run(operations, data as never);
  await assertShort(found);
  const shown = tool.output.parse(found);
  const next = tool.next?.(shown as never, data as never);
  const result = next === undefined ? shown : { ...shown, next };
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}

/** @throws AppError invalid_request */
async function assertShort(result: unknown): Promise<void> {
  let length = 0;
  for (const value of Object.values(Object(result)).flat()) {
    await pauseIfDue();
    length += JSON.stringify(value)?.length ?? 0;
    if (length > longestResult)
      throw new AppError(
        'invalid_request',
        'The result is longer than 1 MiB. Ask for less, such as with a smaller limit; the API gives all of it.',
      );
  }
}

/**
 * The arguments without those that are null and may be left out: some models fill in every argument. A null
 * that means something stays.
 */
function withoutNulls({ input: { shape } }: Tool, args: Readonly<Record<string, unknown>>) {
  const isTaken = (name: string, value: unknown) =>
    Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success;
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) => value !== null || isTaken(name, null) || !isTaken(name, undefined),
    ),
  );
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal_error', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/**
 * Returns the error to the agent in the envelope of the API (C8.2), with what to do next. It is a text alone:
 * clients check structured content by the schema of the tool's result, also that of an error.
 */
function toFailure({ code, message }: AppError, next: string | undefined): CallToolResult {
  const told = { ...errorEnvelope(code, message), ...(next !== undefined && { next }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] };
}

function describeError(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue?.code === 'unrecognized_keys'
    ? `Unknown argument: ${[...issue.path, issue.keys[0]].join('.').slice(0, longestPath)}`
    : describeFirstIssue(error, { whole: 'arguments' });
}
