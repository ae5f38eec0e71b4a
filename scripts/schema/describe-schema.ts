import type { Sql } from '../../src/shared/platform/postgres/connection.ts';

interface Table {
  name: string;
  /** Storage parameters, such as `fillfactor=85`. */
  options: string[] | null;
  columns: { name: string; type: string; rest: string }[];
  constraints: { name: string; definition: string }[];
  indexes: { definition: string }[];
}

const heading = `-- The schema after all migrations: every table, index, view, type and function. Written by \`npm run schema\` for reading: the migrations create
-- the database. A comment beside a column stands where a migration adds it: \`grep -nw COLUMN migrations/*.sql\` finds it.
`;

/** The schema as SQL, the same on every server. Views and functions are listed without their bodies. */
export async function describeSchema(sql: Sql): Promise<string> {
  const tables = await listTables(sql);
  const views = await listViews(sql);
  const types = await listTypes(sql);
  const functions = await listFunctions(sql);
  return [heading, ...tables.map(toSql), ...views, types.join('\n'), functions.join('\n')]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function listTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    SELECT t.relname AS name, to_json(t.reloptions) AS options, c.columns, coalesce(k.constraints, '[]') AS constraints,
           coalesce(i.indexes, '[]') AS indexes
    FROM pg_class t
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'rest', concat_ws(' ',
               CASE WHEN a.attcollation <> y.typcollation THEN 'COLLATE ' || quote_ident(o.collname) END,
               CASE WHEN a.attnotnull THEN 'NOT NULL' END,
               'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid))) ORDER BY a.attnum) AS columns
      FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_collation o ON o.oid = a.attcollation
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) c
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(oid))
                      ORDER BY strpos('pufc', contype::text), conname COLLATE "C") AS constraints
      FROM pg_constraint WHERE conrelid = t.oid AND contype IN ('p', 'u', 'f', 'c')) k
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('definition', pg_get_indexdef(indexrelid)) ORDER BY indexrelid::regclass::text COLLATE "C") AS indexes
      FROM pg_index x WHERE indrelid = t.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = x.indexrelid AND conrelid = t.oid)) i
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' ORDER BY t.relname COLLATE "C"`;
}

function toSql({ name, options, columns, constraints, indexes }: Table): string {
  const nameWidth = Math.max(...columns.map((column) => column.name.length));
  const typeWidth = Math.max(...columns.map(({ type }) => shortType(type).length));
  const lines = [
    ...columns.map((column) =>
      [column.name.padEnd(nameWidth), shortType(column.type).padEnd(typeWidth), column.rest]
        .join(' ')
        .trimEnd(),
    ),
    ...constraints.map((constraint) => `CONSTRAINT ${constraint.name} ${constraint.definition}`),
  ];
  const storage = options ? ` WITH (${options.join(', ').replaceAll('=', ' = ')})` : '';
  return [
    `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${storage};`,
    ...indexes.map(
      ({ definition }) => `${definition.replace(' ON public.', ' ON ').replace(' USING btree', '')};`,
    ),
    '',
  ].join('\n');
}

/** The name that the migrations use. */
const shortType = (type: string) => type.replaceAll(/timestamp(\(\d\))? with time zone/g, 'timestamptz$1');

async function listViews(sql: Sql): Promise<string[]> {
  const views = await sql<{ name: string; columns: string }[]>`
    SELECT t.relname AS name, string_agg(a.attname, ', ' ORDER BY a.attnum) AS columns
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'v' GROUP BY t.relname ORDER BY t.relname COLLATE "C"`;
  return views.map(({ name, columns }) => `-- VIEW ${name}(${columns})\n`);
}

async function listTypes(sql: Sql): Promise<string[]> {
  const types = await sql<{ name: string; columns: string }[]>`
    SELECT t.relname AS name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'c' GROUP BY t.relname ORDER BY t.relname COLLATE "C"`;
  return types.map(({ name, columns }) => `CREATE TYPE ${name} AS (${columns});\n`);
}

async function listFunctions(sql: Sql): Promise<string[]> {
  const functions = await sql<{ name: string; args: string; result: string }[]>`
    SELECT proname AS name, pg_get_function_arguments(oid) AS args, pg_get_function_result(oid) AS result
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C"`;
  return functions.map(
    ({ name, args, result }) =>
      `-- FUNCTION ${name}(${shortType(args)})\n--   RETURNS ${shortType(result)}, in migrations/functions/${name}.sql\n`,
  );
}
