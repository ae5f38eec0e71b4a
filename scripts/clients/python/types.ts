import type { Answer, Model } from '../model.ts';
import { pascalCase } from '../names.ts';
import type { Field, ObjectType, Shape, Value } from '../shapes.ts';
import { wrap } from '../text.ts';

const head = `# Written by \`npm run clients\` from the API description. Do not edit.
"""The types of bodies and answers, as the API description names them.

Values are plain dictionaries. An answer may have more keys than its type.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;

/** Names for sets of texts, such as the states of a wave. */
export type Literals = ReadonlyMap<string, string>;

const keyOfValues = (values: readonly string[]) => values.join(' ');

/** Gives each set of texts the shortest of the names that its places offer. */
export function nameLiterals({ objects, operations, eventTypes }: Model): Literals {
  const codes = objects.find(({ name }) => name === 'ErrorError')?.fields?.[0]?.shape;
  const names = new Map([[keyOfValues(eventTypes), 'EventType']]);
  if (codes?.kind === 'string') names.set(keyOfValues(codes.values), 'ErrorCode');
  const chosen = new Set(names.keys());
  const offer = ({ shape }: Value, name: string): void => {
    if (shape.kind === 'array') offer(shape.items, name);
    if (shape.kind !== 'string' || shape.values.length < 2) return;
    const key = keyOfValues(shape.values);
    const current = names.get(key);
    if (current === undefined || (!chosen.has(key) && name.length < current.length)) names.set(key, name);
  };
  for (const { name, fields = [] } of objects)
    for (const field of fields) offer(field, name + pascalCase(field.name));
  for (const { id, query } of operations)
    for (const field of query)
      if (field.style === 'plain') offer(field, pascalCase(id) + pascalCase(field.name));
  return names;
}

/** The module of types. */
export function writePythonTypes(model: Model, literals: Literals): string {
  const pages = new Set(
    model.operations.flatMap(({ answer }) => (answer.kind === 'page' ? [answer.item] : [])),
  );
  const aliases = [...literals].map(
    ([key, name]) =>
      `${name} = Literal[\n${key
        .split(' ')
        .map((value) => `    ${quoted(value)},\n`)
        .join('')}]\n`,
  );
  return [
    head,
    aliases.join('\n'),
    ...model.objects.map((object) => `\n${writeObject(object, literals)}`),
    ...[...pages].map((item) => `\n${writePage(item)}`),
  ].join('\n');
}

function writeObject({ name, fields }: ObjectType, literals: Literals): string {
  if (!fields) return `${name} = Dict[str, Any]\n`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return writeClass(name, 'TypedDict', required, literals);
  if (required.length === 0) return writeClass(name, 'TypedDict, total=False', optional, literals);
  return `${writeClass(`_${name}`, 'TypedDict', required, literals)}\n
${writeClass(name, `_${name}, total=False`, optional, literals)}`;
}

// Of the language's words those that the API could use as a name.
const keywords = new Set(['as', 'class', 'from', 'global', 'import', 'in', 'is', 'not', 'with']);

function writeClass(name: string, bases: string, fields: readonly Field[], literals: Literals): string {
  if (fields.some((field) => keywords.has(field.name))) return writeCall(name, bases, fields, literals);
  const lines = fields.flatMap((field) => [
    ...wrap(field.description, '    # '),
    `    ${field.name}: ${typeOf(field, literals)}`,
  ]);
  return `class ${name}(${bases}):\n${(lines.length > 0 ? lines : ['    pass']).join('\n')}\n`;
}

// A class cannot have an attribute that is called as a word of the language.
function writeCall(name: string, bases: string, fields: readonly Field[], literals: Literals): string {
  const [base, ...options] = bases.split(', ');
  if (base !== 'TypedDict') throw new Error(`${name} has a key that a Python class cannot have`);
  const lines = fields.flatMap((field) => [
    ...wrap(field.description, '        # '),
    `        ${quoted(field.name)}: ${quoted(typeOf(field, literals))},`,
  ]);
  return `${name} = ${base}(\n    ${quoted(name)},\n    {\n${lines.join('\n')}\n    },\n${options.map((option) => `    ${option},\n`).join('')})\n`;
}

const writePage = (item: string) => `class ${item}Page(TypedDict):
    # The items of this page.
    data: List[${item}]
    # The number of matching items on all pages.
    total: int
    limit: int
    offset: int
    has_more: bool
`;

/** The annotation of a value. */
export function typeOf({ shape, isNullable }: Value, literals: Literals, prefix = ''): string {
  const type = typeOfShape(shape, literals, prefix);
  return isNullable ? `Optional[${type}]` : type;
}

export function typeOfShape(shape: Shape, literals: Literals, prefix = ''): string {
  switch (shape.kind) {
    case 'string': {
      if (shape.values.length === 0) return 'str';
      const name = literals.get(keyOfValues(shape.values));
      return name ? prefix + name : `Literal[${shape.values.map(quoted).join(', ')}]`;
    }
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'array':
      return `List[${typeOf(shape.items, literals, prefix)}]`;
    case 'map':
      return `Dict[str, ${typeOf(shape.values, literals, prefix)}]`;
    case 'object':
      return prefix + shape.name;
    case 'union': {
      const options = [...new Set(shape.options.map((option) => typeOfShape(option, literals, prefix)))];
      return options.length === 1 ? options.join() : `Union[${options.join(', ')}]`;
    }
  }
}

/** The annotation of what a method returns. */
export function answerType(answer: Answer, literals: Literals, prefix: string): string {
  switch (answer.kind) {
    case 'page':
      return `${prefix}${answer.item}Page`;
    case 'file':
      return 'Download';
    case 'nothing':
      return 'None';
    default:
      return typeOfShape(answer.shape, literals, prefix);
  }
}

const quoted = (text: string) => JSON.stringify(text);
