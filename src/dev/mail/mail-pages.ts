import type { CaughtMail } from './caught-mail.ts';

/** Escaped HTML. Only the `html` tag creates it, so everything else on a page is escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | Html | readonly Html[];

/** The list of emails, newest first. The page reloads every two seconds. */
export function mailListPage(mails: readonly CaughtMail[]): string {
  const list =
    mails.length > 0
      ? html`<ol class="mails">${mails.map(mailRow)}</ol>`
      : html`<p class="empty">No emails yet. Add a signup, and its email appears here.</p>`;
  return page({
    title: 'Caught emails',
    head: html`<meta http-equiv="refresh" content="2">`,
    body: html`<header><h1>Caught emails</h1><p>${countOf(mails)} None of them leaves this machine.</p></header>${list}`,
  });
}

/** What the HTML of an email may do: open its links in tabs of their own. */
export const frameRights = 'allow-popups allow-popups-to-escape-sandbox';

/** One email: envelope, HTML in a sandboxed frame, text, headers and source. */
export function mailPage(mail: CaughtMail): string {
  const facts = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Date', mail.date ?? 'unknown'],
    ['Received', mail.receivedAt],
  ] as const;
  const body = html`
    <nav><a href="/">← All emails</a><a href="/mails/${mail.id}.json">JSON</a></nav>
    <header><h1>${subjectOf(mail)}</h1>${definitions(facts)}</header>
    ${
      mail.html === null
        ? []
        : html`<section><h2>HTML</h2>
      <iframe sandbox="${frameRights}" src="/mails/${mail.id}/html" title="HTML part"></iframe></section>`
    }
    ${mail.text === null ? [] : html`<section><h2>Text</h2><pre>${withLinks(mail.text)}</pre></section>`}
    <details><summary>Headers</summary>${definitions(mail.headers.map(({ name, value }) => [name, value]))}</details>
    <details><summary>Source</summary><pre>${mail.source}</pre></details>`;
  return page({ title: subjectOf(mail), body });
}

export function missingMailPage(): string {
  return page({
    title: 'No such email',
    body: html`<header><h1>No such email</h1><p>Only the newest 1,000 are kept, and only until a restart.</p></header>
      <nav><a href="/">← All emails</a></nav>`,
  });
}

function mailRow(mail: CaughtMail): Html {
  return html`<li><a href="/mails/${mail.id}">
    <strong>${subjectOf(mail)}</strong>
    <span>${mail.to.join(', ')}</span>
    <time datetime="${mail.receivedAt}">${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC</time>
  </a></li>`;
}

function definitions(entries: readonly (readonly [string, string])[]): Html {
  return html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Turns URLs into links, without brackets and punctuation around them. */
function withLinks(text: string): Html[] {
  // Every second piece is a URL.
  const pieces = text.split(/(https?:\/\/(?:\[[\da-f:.]+\])?[^\s<>"'[\]]*[^\s<>"'[\].,;:!?)])/);
  return pieces.map((piece, index) =>
    index % 2 === 1 ? html`<a href="${piece}" target="_blank" rel="noreferrer">${piece}</a>` : html`${piece}`,
  );
}

function subjectOf(mail: CaughtMail): string {
  return mail.subject || '(no subject)';
}

function countOf(mails: readonly CaughtMail[]): string {
  return mails.length === 1 ? '1 email.' : `${mails.length} emails.`;
}

function page({ title, head = html``, body }: { title: string; head?: Html; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${head}
</head>
<body>
<main>${body}</main>
</body>
</html>
`.text;
}

function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const rendered = parts.map((part) => [part].flat().map(render).join(''));
  return new Html(strings.reduce((text, string, index) => text + rendered[index - 1] + string));
}

function render(part: string | Html): string {
  return part instanceof Html
    ? part.text
    : part.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
