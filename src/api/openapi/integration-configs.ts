import { z } from 'zod';
import { integrationProviderOf, integrationTypes } from '../../shared/events/integrations/providers/index.ts';
import { completeJsonSchema } from './json-schema.ts';

/**
 * What `config` of PUT /v1/integrations/{type} may be, by the name of its schema: the shape that each type
 * declares, where secrets may be left out once they are stored.
 */
export function describeConfigs(): Record<string, z.core.JSONSchema.BaseSchema> {
  return Object.fromEntries(
    integrationTypes.map((type) => {
      const { config, secrets } = integrationProviderOf(type);
      const { $schema: _, ...schema } = z.toJSONSchema(config, { io: 'input', override: completeJsonSchema });
      for (const key of secrets) Object.assign(schema.properties?.[key] ?? {}, { writeOnly: true });
      const required = schema.required?.filter((key) => !secrets.includes(key)) ?? [];
      return [
        `${toPascalCase(type)}Config`,
        { description: `The configuration of \`${type}\`.`, ...schema, required },
      ];
    }),
  );
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
