import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mapInSlices, pauseIfDue } from '../../shared/platform/process/slices.ts';

/** A longer answer is made of buffers: to encode it as one text would take long. In characters. */
const longestText = 1_048_576;

/**
 * Writes the lists of answers item by item, and pauses where it is due: 200 signups with the largest metadata
 * have megabytes. An item that does not match its schema is a 500, as everywhere.
 */
export function serializeInSlices(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const schema = schemaOf(request, reply);
    const keys = schema ? listsIn(schema, payload) : [];
    if (!schema || keys.length === 0) return done(null, payload);
    serialize(schema, payload as Answer, keys).then(
      (body) => {
        reply.serializer((written) => written);
        done(null, body);
      },
      (error: Error) => done(error),
    );
  });
}

type Answer = Readonly<Record<string, unknown>>;

function schemaOf(request: FastifyRequest, { statusCode }: FastifyReply): z.ZodObject | undefined {
  const responses = request.routeOptions.schema?.response as Record<number, unknown> | undefined;
  const schema = responses?.[statusCode];
  return schema instanceof z.ZodObject ? schema : undefined;
}

/** The keys of lists with several items. A list with a rule of its own stays whole. */
function listsIn({ shape }: z.ZodObject, payload: unknown): string[] {
  const lists = Object.entries(Object(payload)).filter(
    ([key, value]) => Array.isArray(value) && value.length > 1 && elementOf(shape[key]),
  );
  return lists.map(([key]) => key);
}

function elementOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodArray && !schema.def.checks?.length ? schema.def.element : undefined;
}

async function serialize(
  schema: z.ZodObject,
  answer: Answer,
  keys: readonly string[],
): Promise<string | Buffer> {
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  const parts: string[] = [];
  for (const [key, value] of Object.entries(Object(encoded(schema, { ...answer, ...empty })))) {
    const before = `${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    const element = keys.includes(key) ? elementOf(schema.shape[key]) : undefined;
    if (!element) {
      if (value !== undefined) parts.push(before + JSON.stringify(value));
      continue;
    }
    let begin = `${before}[`;
    for (const item of answer[key] as unknown[]) {
      await pauseIfDue();
      parts.push(begin + JSON.stringify(encoded(element, item)));
      begin = ',';
    }
    parts.push(']');
  }
  parts.push('}');
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length <= longestText ? parts.join('') : toBuffer(parts);
}

/** @throws Error without the value */
function encoded(schema: z.core.$ZodType, value: unknown): unknown {
  const { data, error } = z.safeEncode(schema, value);
  if (error) throw new Error('An answer does not match its schema', { cause: error });
  return data;
}

/** Encodes texts one after the other: to join them first would take long. */
async function toBuffer(parts: readonly string[]): Promise<Buffer> {
  const lengths = await mapInSlices(parts, (part) => Buffer.byteLength(part));
  const whole = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    await pauseIfDue();
    end += whole.write(part, end);
  }
  return whole;
}
