import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { namedSchemas } from '../../shared/platform/schema/described.ts';
import { answerHeaders, type ErrorAnswerStatus, errorAnswers, errorResponses, headersOf } from './answers.ts';
import { keepReachable } from './components.ts';
import { describeEvents } from './events.ts';
import { type Example, examples } from './examples.ts';
import { info, tags } from './info.ts';
import { describeConfigs } from './integration-configs.ts';
import { completeJsonSchema, foldNulls } from './json-schema.ts';
import type { OperationId } from './operation-text.ts';
import { operationTexts } from './operations/operations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Errors that the route answers beside those that follow from its scope and its schema; for the API
     * description.
     */
    answers?: readonly ErrorAnswerStatus[];
  }
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type Route = Parameters<Transform>[0]['route'];

type Schema = z.core.JSONSchema.BaseSchema;
type Content = Record<string, { schema?: object | undefined; example?: unknown }>;

/** A document as far as this file reads it. */
interface Document {
  info: object;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  operationId: string;
  summary?: string | undefined;
  description?: string;
  tags?: string[] | undefined;
  security?: object[];
  'x-required-scope'?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content?: Content };
  responses: Record<string, Answer>;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: object;
  example?: unknown;
}
interface Answer {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Content;
}

/**
 * How @fastify/swagger makes the API description (C11.6): of the routes' shapes, with the texts and examples
 * of this folder.
 */
export function describeApi(baseUrl: string): FastifyDynamicSwaggerOptions {
  const zod = { schemaRegistry: namedSchemas, zodToJsonConfig: { override: completeJsonSchema } };
  const toJsonSchemas = createJsonSchemaTransform(zod);
  const addSchemas = createJsonSchemaTransformObject(zod);
  const routes = new Map<string, Route>();

  return {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: baseUrl, description: 'This service.' }],
      tags,
      webhooks: describeEvents(),
      components: { securitySchemes: { apiKey, statusToken } },
    } as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
    convertConstToEnum: false,
    stripBasePath: false,
    transform(input) {
      const { operationId } = input.schema ?? {};
      if (operationId === undefined) return { schema: { hide: true }, url: input.url };
      routes.set(operationId, input.route);
      return toJsonSchemas(input as Parameters<typeof toJsonSchemas>[0]);
    },
    transformObject(input) {
      const document = withComponents(addSchemas(input as Parameters<typeof addSchemas>[0]) as never);
      for (const path of Object.values(document.paths)) {
        for (const [method, operation] of Object.entries(path)) {
          const route = routes.get(operation.operationId);
          if (route) path[method] = completeOperation(operation, operation.operationId as OperationId, route);
        }
      }
      foldNulls(document);
      return inReadingOrder(keepReachable(document));
    },
  };
}

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key, as `Authorization: Bearer wl_…`. It belongs to one account and has the scopes chosen when it was created. A key without the scope of an operation gets 403.',
};

const statusToken = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description:
    'The status token of one signup, as `Authorization: Status TOKEN`. It shows that signup and nothing else.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same key with the same body gets the same answer, with `Idempotent-Replayed: true`. Another body, or a request that is still running, is 409. 429 and 5xx are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '5f0c1f6e-8d55-4b0e-9a57-2f1f4b0c7e11',
} as const;

/** An operation with what its route's shapes do not say: its texts, scope, errors, headers and examples. */
function completeOperation(operation: Operation, id: OperationId, route: Route): Operation {
  const { description, answers, body } = operationTexts[id];
  const { summary, tags, requestBody } = operation;
  const { scope, idempotent } = route.config ?? {};
  const parameters: Parameter[] = [
    ...(operation.parameters ?? []).toSorted((a, b) => (a.in < b.in ? -1 : 1)),
    ...(idempotent ? [idempotencyKey] : []),
  ];
  const example: Example = examples[id] ?? { answers: {} };
  const values: Readonly<Record<string, unknown>> = {
    ...example.params,
    ...example.otherQuery,
    ...example.query,
    [idempotencyKey.name]: idempotencyKey.example,
  };

  const responses = Object.entries(answers).map(([status, text]): [string, Answer] => {
    const { content } = operation.responses[status] ?? {};
    const isFile = content !== undefined && !('application/json' in content);
    const headers = headersOf(scope !== undefined, [
      ...(isFile ? (['Content-Disposition'] as const) : []),
      ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
    ]);
    return [status, { description: text, headers, ...withExample(content, example.answers[Number(status)]) }];
  });
  const errors = errorsOf(route).map((status): [string, Answer] => {
    return [`${status}`, { $ref: `#/components/responses/${errorAnswers[status].name}` }];
  });
  const rawBody =
    body &&
    Object.fromEntries(
      body.map((type) => [type, { schema: {}, ...(isText(type) && { example: example.body }) }]),
    );
  const content = rawBody ?? requestBody?.content;
  return {
    operationId: id,
    summary,
    description: scope ? `${description}\n\nScope: \`${scope}\`` : description,
    tags,
    security: scope
      ? [{ apiKey: [] }]
      : id === 'readStatus' || id === 'readPublicLeaderboard'
        ? [{ statusToken: [] }]
        : [],
    ...(scope && { 'x-required-scope': scope }),
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ name, in: place, required, description, schema }) => ({
        name,
        in: place,
        required,
        description,
        schema,
        ...(name in values && { example: values[name] }),
      })),
    }),
    ...(content && {
      requestBody: {
        required: !(route.schema?.body as z.ZodType | undefined)?.safeParse({}).success,
        ...(rawBody ? { content: rawBody } : withExample(content, example.body)),
      },
    }),
    // Integer keys: in numeric order, whatever comes first.
    responses: Object.fromEntries([...errors, ...responses]),
  };
}

/** Whether a raw body of a type can be shown: examples are texts. */
const isText = (type: string) => !/^image\/(?!svg)/.test(type);

function withExample(content: Content | undefined, example: unknown): { content?: Content } {
  if (!content) return {};
  return {
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [type, { schema, example }]),
    ),
  };
}

/**
 * The errors that a route answers, by what it has: a scope, something to find, a body. Any query can be
 * refused for holding what cannot be stored, and the body of any POST for its size or type, also one that the
 * route does not read.
 */
function errorsOf({ method, config, schema }: Route): ErrorAnswerStatus[] {
  const statuses = new Set<ErrorAnswerStatus>([400, ...(config?.answers ?? [])]);
  const add = (...more: ErrorAnswerStatus[]) => more.forEach((status) => void statuses.add(status));
  if (config?.scope) add(401, 403, 429, 500, 503);
  if (config?.scope && schema?.params) add(404);
  if (config?.idempotent) add(409);
  if (schema?.body || method === 'POST') add(413, 415);
  return [...statuses].toSorted((a, b) => a - b);
}

function withComponents(document: Document): Document {
  const configs = describeConfigs();
  const { schemas, ...others } = document.components;
  const { IntegrationSettingsInput: settings } = schemas;
  const config = settings?.properties?.config;
  if (typeof config === 'object' && settings?.properties) {
    settings.properties.config = { description: config.description ?? '', ...anyOf(Object.keys(configs)) };
  }
  const components = {
    ...others,
    schemas: { ...schemas, ...configs },
    responses: errorResponses(),
    headers: answerHeaders,
  };
  return { ...document, components };
}

function inReadingOrder(document: Document): object {
  const { openapi, info, servers, tags, paths, webhooks, components, ...others } = document as Document &
    Record<string, unknown>;
  return { openapi, info, servers, tags, paths, webhooks, components, ...others };
}

/** Any of the named schemas: a request's path says which, and two types may have the same shape. */
function anyOf(names: readonly string[]): Schema {
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return refs.length === 1 ? { ...refs[0] } : { anyOf: refs };
}
