import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderSignupEmail } from '../../../src/shared/email/templates/render-signup-email.ts';
import { escapeHtml, renderHtml, renderSubject } from '../../../src/shared/email/templates/template.ts';

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
    const { html } = renderSignupEmail({ subject: '', html: '[{{constructor}}]' }, {}, { email: 'x' });
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
    const shown = (html: string) =>
      html
        .replaceAll('<br>', '\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const html = renderHtml('{{a}}', { a: value });
        expect(html.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
        expect(shown(html)).toBe(value.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n'));
        expect(shown(escapeHtml(value))).toBe(value);
      }),
    );
  });

  test('the text part keeps the letters of headings, and so the placeholders in them (§2.6, C6.1)', () => {
    const headings = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Hi {{company}}</h${level}>`);
    const mail = renderSignupEmail({ subject: 'x', html: headings.join('') }, { company: 'Acme' }, {});
    expect(mail.text.split(/\n+/)).toEqual(headings.map(() => 'Hi Acme'));
  });

  test('a body may be nested as deep as its length allows; its text part leaves out what no hand has nested', () => {
    const html = `<p>{{email}}</p>${'<div>'.repeat(30_000)}deep`;
    const mail = renderSignupEmail({ subject: 'x', html }, {}, { email: 'ada@example.com' });
    expect(mail.html).toBe(html.replace('{{email}}', 'ada@example.com'));
    expect(mail.text).toMatch(/^ada@example\.com/);
    expect(mail.text).not.toContain('deep');
  });

  test('a subject without any values is replaced by the default one', () => {
    const mail = renderSignupEmail(
      { subject: '{{nickname}} {{note}}', html: 'x' },
      { note: '\r\n' },
      { position: 7, waitlist_name: 'Rockets' },
    );
    expect(mail.subject).toBe('You’re #7 on the Rockets waitlist');
  });

  test('a custom field cannot take a built-in variable’s place (§2.2)', () => {
    const template = { subject: '{{email}} {{company}}', html: '<p>{{email}} {{company}}</p>' };
    const mail = renderSignupEmail(
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
