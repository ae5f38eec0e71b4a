import { Secret } from '../../parts/secret.tsx';

interface CodeTabsProps {
  /** Where signups are posted to. */
  readonly url: string;
}

/**
 * The code that adds a signup, in tabs that work without scripts: radio buttons, of which the style sheet
 * shows one.
 */
export function CodeTabs({ url }: CodeTabsProps) {
  const tabs = [
    ['curl', 'curl', curlOf(url)],
    ['typescript', 'TypeScript', typescriptOf(url)],
    ['nextjs', 'Next.js', nextjsOf(url)],
  ] as const;
  return (
    <fieldset class="codes">
      <legend class="hidden">Code that adds a signup</legend>
      {tabs.map(([id, name], index) => (
        <label key={id}>
          <input type="radio" name="code" value={id} checked={index === 0} />
          {name}
        </label>
      ))}
      {tabs.map(([id, name, code]) => (
        <div key={id} class={`code ${id}`}>
          <Secret value={code} label={`code for ${name}`} />
        </div>
      ))}
    </fieldset>
  );
}

const curlOf = (url: string) =>
  [
    `curl ${url}`,
    '-H "Authorization: Bearer $WAITLIST_API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"email": "ada@example.com"}'`,
  ].join(' \\\n  ');

const typescriptOf = (url: string) => `const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.WAITLIST_API_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ email: 'ada@example.com' }),
});
if (!answer.ok) throw new Error(await answer.text());
const { position } = await answer.json();
console.log(\`You are number \${position}.\`);`;

const nextjsOf = (
  url: string,
) => `// app/signup/route.ts: your form posts here, so the key stays on your server.
export async function POST(request: Request) {
  const form = await request.formData();
  const answer = await fetch('${url}', {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${process.env.WAITLIST_API_KEY}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      email: form.get('email'),
      client_ip: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim(),
    }),
  });
  return Response.json(await answer.json(), { status: answer.status });
}`;
