const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** What a router may read over in front of a segment. */
const before = ['%2f', '%2F', '/', './', '%2e/', '%2E/', 'x/../', 'x/%2e%2E/', ';/', '\\'];
const behind = [
  ...['/', '//', '/.', '/./', '/%2e', '%2f', '%2F', ';x', ';x=1', '%3bx', '%3Bx', '?', '%3fx', '%3Fx'],
  ...['#x', '%23x', '%00', '%20', '.', '%2e', '.html'],
];
const inFront = ['http://else.example', 'https://else.example', '//else.example', '/.', '/%2e', '/x/..', '/'];

/**
 * Other spellings of a path, without itself. Each letter, dot and dash of its end is percent-encoded, with
 * digits in both cases; so is the first letter of each segment before. The end begins at the last segment
 * that the route names. Slashes, dots and parameters stand wherever they may.
 * @param route the path's pattern, such as /dashboard/waitlists/:id
 */
export function spellingsOf(path: string, route: string): string[] {
  const segments = path.split('/');
  const end = route.split('/').findLastIndex((segment) => !segment.startsWith(':'));
  const spelled = segments.slice(1).flatMap((segment, previous) => {
    const index = previous + 1;
    const letters = [...segment].slice(0, index < end ? 1 : undefined);
    const encoded = letters.flatMap((letter, at) =>
      [percent(letter), percent(letter).toUpperCase()].map(
        (code) => segment.slice(0, at) + code + segment.slice(at + 1),
      ),
    );
    const whole = [...segment].map(percent).join('');
    const others = [whole, whole.replaceAll('%', '%25'), segment.toUpperCase()];
    return [...encoded, ...others, ...before.map((start) => start + segment)].map((text) =>
      segments.with(index, text).join('/'),
    );
  });
  const all = [...spelled, ...behind.map((text) => path + text), ...inFront.map((text) => text + path)];
  return [...new Set(all)].filter((each) => each !== path);
}
