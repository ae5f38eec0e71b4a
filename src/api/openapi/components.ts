/** A part of the description that holds `$ref`s somewhere below it. */
type Tree = unknown;

const prefix = '#/components/schemas/';

/**
 * Leaves of all schemas those that something refers to, in the order of their names. zod gives every named
 * shape twice, for answers and, with `Input` behind its name, for requests; where only the latter is used it
 * gets the plain name.
 */
export function keepReachable<Document extends { components: { schemas: Record<string, Tree> } }>(
  document: Document,
): Document {
  const { schemas, ...otherComponents } = document.components;
  const reachable = new Set<string>();
  const open = refsIn([{ ...document, components: otherComponents }]);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reachable.has(name)) continue;
    reachable.add(name);
    open.push(...refsIn(schemas[name]));
  }
  const shortName = (name: string) => {
    const short = name.replace(/Input$/, '');
    return reachable.has(short) ? name : short;
  };
  const kept = [...reachable].map((name) => [shortName(name), schemas[name]] as const);
  const renamed = {
    ...document,
    components: {
      schemas: Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ...otherComponents,
    },
  };
  return JSON.parse(JSON.stringify(renamed), (key, value) =>
    key === '$ref' && value.startsWith(prefix) ? prefix + shortName(value.slice(prefix.length)) : value,
  );
}

/** The names of the schemas that a tree refers to. */
function refsIn(tree: Tree): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(prefix)
      ? [value.slice(prefix.length)]
      : refsIn(value),
  );
}
