/** A place where a statement gives whatever columns its tables have. */
interface Star {
  /** Counted from 1. */
  readonly line: number;
  /** That line. */
  readonly text: string;
}

/** `*`, `alias.*` or `(row).*` as an output, but not of a function, whose columns it declares. */
const star = /(?:\b(?:SELECT|RETURNING|ALL|DISTINCT)\s+|,\s*)(?:\(?\s*\.|[a-z_]+\.)?\*(?!\s+FROM\s+\w+\()/gi;

/**
 * Finds the stars in the outputs of statements. In parentheses a star may stand, as in `count(*)`: a subquery
 * gives nothing that the statement around it does not name.
 */
export function findStars(sql: string): Star[] {
  let depth = 0;
  const own = sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[\s\S]/g, (part) => {
    if (part === ')') depth--;
    const isOwn = part.length === 1 && depth <= 0 && part !== ')';
    if (part === '(') depth++;
    return isOwn ? part : part.replaceAll(/[^\n]/g, ' ');
  });
  return [...own.matchAll(star)].map((match) => {
    const line = own.slice(0, match.index + match[0].length).split('\n').length;
    return { line, text: (sql.split('\n')[line - 1] ?? '').trim() };
  });
}

/**
 * Finds the same in the texts of a TypeScript source. A template within another is a statement of its own.
 * @throws Error if the texts cannot be told from the code
 */
export function findStarsInSource(source: string): Star[] {
  return listTexts(source).flatMap(({ line, text }) =>
    findStars(text).map((found) => ({ ...found, line: line + found.line })),
  );
}

/** What may begin or end a text. A quote in a regular expression has no partner in its line as a rule. */
const inCode = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[`{}]/g;
const inTemplate = /\\[\s\S]|\$\{|`/g;

interface Text {
  /** How many lines are before it. */
  readonly line: number;
  text: string;
}

/** The strings and templates of a source. Of an expression in a template only the ends of lines are left. */
function listTexts(source: string): Text[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length - 1;
  const texts: Text[] = [];
  /** Templates and braces that are open, the innermost last. */
  const open: (Text | '{')[] = [];
  for (let at = 0; ; ) {
    const inner = open.at(-1);
    const isCode = inner === undefined || inner === '{';
    const pattern = isCode ? inCode : inTemplate;
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (!match) break;
    const [token] = match;
    const passed = source.slice(at, match.index);
    const line = lineAt(match.index);
    at = match.index + token.length;
    if (!isCode) {
      inner.text += '\n'.repeat(line - inner.line - (inner.text + passed).split('\n').length + 1) + passed;
      if (token === '`') texts.push(inner);
      if (token === '`') open.pop();
      if (token === '${') open.push('{');
    } else if (token === '`') open.push({ line, text: '' });
    else if (token === '{') open.push('{');
    else if (token === '}') open.pop();
    else if (/^['"]/.test(token)) texts.push({ line, text: token.slice(1, -1) });
  }
  if (open.length > 0) throw new Error('A text or a brace is not closed');
  return texts;
}
