import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EmailTemplate } from '../../../src/shared/mail/design/default-template.ts';
import {
  escapeHtml,
  placeholdersOf,
  renderHtml,
  renderSubject,
  renderText,
  type Variables,
} from '../../../src/shared/mail/design/template.ts';
import { renderEmail } from '../../../src/shared/mail/templates/render-email.ts';

const render = (template: EmailTemplate, fields: Variables, builtIn: Variables) =>
  renderEmail(template, fields, builtIn, 'You’re #{{position}} on the {{waitlist_name}} waitlist');

/** A value or a fallback: any text, also such that looks like a part of a template or of HTML. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('{', '}', '|', '.', ' ', 'a', '<', '&', '"', '\n', '$') }),
);
/** What a fallback may hold. */
const anyFallback = anyText.map((text) => text.replace(/[{}]/g, ''));
/** The name of a variable, with a dot or without. */
const anyName = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/), fc.stringMatching(/^(\.[a-z][a-z0-9_]{0,63})?$/))
  .map((parts) => parts.join(''));
/** No value, to people. */
const noValue = fc.constantFrom(undefined, null, '', ' ', '\t\n\u00a0');

/** What a reader sees of HTML without tags other than line breaks. */
const shown = (html: string) =>
  html
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const withLineFeeds = (text: string) => text.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n');

describe('templates', () => {
  test('placeholders take values, with spaces inside them or not (§2.6, C6.1)', () => {
    const variables = { email: 'ada@example.com', position: 7, agrees: false, total: 0 };
    const template = '{{email}} {{ email }} {{\tposition\n}} {{agrees}} {{total}}';
    expect(renderHtml(template, variables)).toBe('ada@example.com ada@example.com 7 false 0');
    expect(renderSubject(template, variables)).toBe('ada@example.com ada@example.com 7 false 0');
  });

  test('without a value a placeholder renders empty (C6.1)', () => {
    expect(renderHtml('[{{bonus}}{{unknown}}]', { bonus: null })).toBe('[]');
    expect(renderSubject('[{{bonus}}{{unknown}}]', { bonus: null })).toBe('[]');
  });

  test('what is no placeholder stays as it is', () => {
    const template = '{email} {{}} {{Email}} {{1a}} {{a-b}} {{__proto__}} {{ a b }} {{{email}}}';
    expect(renderHtml(template, { email: 'x' })).toBe(
      '{email} {{}} {{Email}} {{1a}} {{a-b}} {{__proto__}} {{ a b }} {x}',
    );
  });

  test('names that objects are born with are names like any other', () => {
    expect(renderHtml('[{{constructor}}]', {})).toBe('[]');
    expect(renderSubject('[{{constructor}}]', {})).toBe('[]');
    expect(renderHtml('[{{constructor}}]', { constructor: 'mine' })).toBe('[mine]');
    const { html } = render({ subject: '', html: '[{{constructor}}]' }, {}, { email: 'x' });
    expect(html).toBe('[]');
  });

  test('one pass: a value is never read as a template (C6.1)', () => {
    const variables = { a: '{{b}}', b: '{{a}}', c: '{', d: '{b}}' };
    expect(renderHtml('{{a}} {{b}} {{c}}{{d}}', variables)).toBe('{{b}} {{a}} {{b}}');
    expect(renderSubject('{{a}} {{b}} {{c}}{{d}}', variables)).toBe('{{b}} {{a}} {{b}}');
  });

  test('signs with a meaning to replace() have none', () => {
    expect(renderSubject('{{a}}', { a: "$& $1 $` $' $$" })).toBe("$& $1 $` $' $$");
  });

  test('values are escaped in the body, not in the subject (C6.1)', () => {
    const variables = { a: `<b title="x" data='y'>&amp;</b>` };
    expect(renderHtml('<p>{{a}}</p>', variables)).toBe(
      '<p>&lt;b title=&quot;x&quot; data=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;</p>',
    );
    expect(renderSubject('{{a}}', variables)).toBe(variables.a);
  });

  test('a value in a subject is no encoded word, which could hold line breaks again (§2.5, RFC 2047)', () => {
    const value = '=?utf-8?Q?=0D=0ABcc:_x@y.example?= 1=?';
    expect(renderSubject('{{a}}', { a: value })).toBe('= ?utf-8?Q?=0D=0ABcc:_x@y.example?= 1= ?');
    expect(renderSubject('={{a}}', { a: '?utf-8?Q?=0A?=' })).toBe('= ?utf-8?Q?=0A?=');
  });

  test.each([
    ['a\nb', 'a<br>b', 'a b'],
    ['a\r\nb', 'a<br>b', 'a b'],
    ['a\rb', 'a<br>b', 'a b'],
    ['a\n\nb', 'a<br><br>b', 'a b'],
    ['a\u2028b\u0085c', 'a<br>b<br>c', 'a b c'],
    ['<br>\n', '&lt;br&gt;<br>', '<br>'],
  ])('line breaks of %j are breaks in the body and spaces in the subject (§2.5)', (value, body, subject) => {
    expect(renderHtml('{{a}}', { a: value })).toBe(body);
    expect(renderSubject('{{a}}', { a: value })).toBe(subject);
  });

  test('a subject is one line, whatever is in it (§2.5)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (template, value) => {
        const subject = renderSubject(`${template}{{a}}`, { a: value });
        expect([...subject].some((one) => /[\p{Cc}\u2028\u2029]/u.test(one))).toBe(false);
      }),
    );
  });

  test('a body shows exactly the value and nothing of it acts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const html = renderHtml('{{a}}', { a: value });
        expect(html.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
        expect(shown(html)).toBe(withLineFeeds(value));
        expect(shown(escapeHtml(value))).toBe(value);
      }),
    );
  });

  test('the text part keeps the letters of headings, and so the placeholders in them (§2.6, C6.1)', () => {
    const headings = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Hi {{company}}</h${level}>`);
    const mail = render({ subject: 'x', html: headings.join('') }, { company: 'Acme' }, {});
    expect(mail.text.split(/\n+/)).toEqual(headings.map(() => 'Hi Acme'));
  });

  test('a body may be nested as deep as its length allows; its text part leaves out what no hand has nested', () => {
    const html = `<p>{{email}}</p>${'<div>'.repeat(30_000)}deep`;
    const mail = render({ subject: 'x', html }, {}, { email: 'ada@example.com' });
    expect(mail.html).toBe(html.replace('{{email}}', 'ada@example.com'));
    expect(mail.text).toMatch(/^ada@example\.com/);
    expect(mail.text).not.toContain('deep');
  });

  test('a subject without any values is replaced by the default one', () => {
    const mail = render(
      { subject: '{{nickname}} {{note}}', html: 'x' },
      { note: '\r\n' },
      { position: 7, waitlist_name: 'Rockets' },
    );
    expect(mail.subject).toBe('You’re #7 on the Rockets waitlist');
  });

  test('a custom field cannot take a built-in variable’s place (§2.2)', () => {
    const template = { subject: '{{email}} {{company}}', html: '<p>{{email}} {{company}}</p>' };
    const mail = render(
      template,
      { email: 'evil@example.com', company: 'Acme' },
      { email: 'ada@example.com' },
    );
    expect(mail).toEqual({
      subject: 'ada@example.com Acme',
      html: '<p>ada@example.com Acme</p>',
      text: 'ada@example.com Acme',
    });
  });
});

describe('placeholders with a dot or a fallback', () => {
  test('a name may have one dot, and is a name of its own', () => {
    const variables = { 'links.referral': 'https://acme.test/?a=1&ref=x', links: 'no', referral: 'no' };
    expect(renderText('{{links.referral}} {{ links.referral }}', variables)).toBe(
      'https://acme.test/?a=1&ref=x https://acme.test/?a=1&ref=x',
    );
    expect(renderHtml('<a href="{{links.referral}}">', variables)).toBe(
      '<a href="https://acme.test/?a=1&amp;ref=x">',
    );
    expect(renderText('[{{links.other}}]', variables)).toBe('[]');
    const others =
      '{{links.}} {{.referral}} {{links..referral}} {{a.b.c}} {{links. referral}} {{links.Referral}}';
    expect(renderText(others, variables)).toBe(others);
  });

  test('a fallback stands for a value that is missing, null or blank, and for no other', () => {
    const template = 'Hi {{company|there}}, {{ company | you two }}';
    expect(renderText(template, { company: 'Acme' })).toBe('Hi Acme, Acme');
    for (const company of [null, '', ' \n'])
      expect(renderText(template, { company })).toBe('Hi there, you two');
    expect(renderText(template, {})).toBe('Hi there, you two');
    expect(renderText('{{agrees|no}} {{count|none}}', { agrees: false, count: 0 })).toBe('false 0');
    expect(renderText('[{{company|}}] [{{company| }}] {{company|a|b}}', {})).toBe('[] [] a|b');
  });

  test('a fallback is text: shown as it is in each part, and never read as a template', () => {
    const mail = render(
      { subject: '{{name|<b> & "x"}}', html: '<p>{{name|<b> & "x"}}, {{name|&amp;}}</p>' },
      {},
      {},
    );
    expect(mail).toEqual({
      subject: '<b> & "x"',
      html: '<p>&lt;b&gt; &amp; &quot;x&quot;, &amp;amp;</p>',
      text: '<b> & "x", &amp;',
    });
    expect(renderText('{{name|{{other}}}}', { other: 'x' })).toBe('{{name|x}}');
  });

  test('of any fallback and any value a reader sees the one that holds, alike in every part', () => {
    fc.assert(
      fc.property(anyName, anyFallback, fc.oneof(noValue, anyText), (name, fallback, value) => {
        const variables: Variables = value === undefined ? {} : { [name]: value };
        const isBlank = (value ?? '').trim() === '';
        const expected = isBlank ? fallback.trim() : (value ?? '');
        const template = `{{ ${name} |${fallback}}}`;
        expect(renderText(template, variables)).toBe(expected);
        const html = renderHtml(template, variables);
        expect(html.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
        expect(shown(html)).toBe(withLineFeeds(expected));
        expect(render({ subject: 's', html: `<p>[${template}]</p>` }, variables, {}).text).toBe(
          `[${expected}]`,
        );
        // Without the fallback a blank value stays what it is.
        expect(renderText(`{{${name}}}`, variables)).toBe(value ?? '');
      }),
    );
  });

  test('whatever a template holds: what is filled in is a placeholder, and the rest stays', () => {
    const piece = fc.oneof(
      fc.string({ unit: fc.constantFrom('{', '}', '|', '.', ' ', 'a', 'b', '<', '_', '1') }),
      fc.constantFrom('{{a}}', '{{a.b}}', '{{a|b}}', '{{{a}}}', '{{a|{b}}}', '{{', '}}'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const template = pieces.join('');
        const names = placeholdersOf(template);
        const marked = renderText(template, Object.fromEntries(names.map((name) => [name, '\u0001'])));
        const filled = marked.split('\u0001').length - 1;
        expect(filled).toBe(
          names.filter((name) => /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/.test(name)).length,
        );
        let at = 0; // the other pieces are those of the template, in its order
        for (const rest of marked.split('\u0001')) {
          at = template.indexOf(rest, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += rest.length;
        }
      }),
    );
  });

  test('names are listed without their fallbacks, also those that are none', () => {
    expect(placeholdersOf('{{a}} {{ b.c | d }} {{e f|g}} {{|h}} {{{i|j}}}')).toEqual([
      'a',
      'b.c',
      'e f',
      '',
      'i',
    ]);
  });
});
