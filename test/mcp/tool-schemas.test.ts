import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { inputSchemaOf, outputSchemaOf } from '../../src/api/mcp/tool-schema.ts';
import { toolsetNames, toolsOf } from '../../src/api/mcp/toolsets.ts';

const tools = toolsetNames
  .filter((name) => name !== 'all')
  .flatMap((name) => (toolsOf(name, false) ?? []).map((tool) => [name, tool.name, tool] as const));

/** Every schema inside of a schema, that one included. */
function schemasIn(tree: unknown): Record<string, unknown>[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return [tree as Record<string, unknown>, ...Object.values(tree).flatMap(schemasIn)];
}

describe('the schemas of the tools', () => {
  test.each(tools)('%s/%s are strict JSON Schema 2020-12', (_set, _name, tool) => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    for (const schema of [inputSchemaOf(tool.input), outputSchemaOf(tool.output)]) {
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(() => ajv.compile(schema)).not.toThrow();
      expect(schemasIn(schema).filter((part) => 'propertyNames' in part)).toEqual([]);
    }
  });

  test.each(tools)('%s/%s have no argument that is declared as null', (_set, _name, tool) => {
    const schemas = schemasIn(inputSchemaOf(tool.input));
    expect(schemas.filter(({ type }) => type === 'null' || Array.isArray(type))).toEqual([]);
  });
});
