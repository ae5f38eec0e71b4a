/** The same pool or transaction, where `watch` gets each query before it is sent. */
export function watchQueries<Queries extends object, Query>(
  sql: Queries,
  watch: (query: Query) => void,
): Queries {
  type Call = (...args: unknown[]) => unknown;
  function watched(made: unknown): unknown {
    if (made instanceof Promise) watch(made as Query); // else a name, or values
    return made;
  }
  return new Proxy(sql, {
    apply: (_sql, _this, args: unknown[]) => watched((sql as unknown as Call)(...args)),
    get(_sql, name) {
      const value: unknown = Reflect.get(sql, name);
      return name === 'unsafe' ? (...args: unknown[]) => watched((value as Call)(...args)) : value;
    },
  });
}
