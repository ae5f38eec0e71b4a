import { describe, expect, test } from 'vitest';
import '../../../src/shared/capabilities.ts';
import { defaultTemplateOf } from '../../../src/shared/mail/design/default-template.ts';
import { builtInPlaceholders } from '../../../src/shared/mail/templates/placeholders.ts';
import { renderEmailOf } from '../../../src/shared/mail/templates/render-email.ts';

const link = 'https://acme.test/beta?from=mail&ref=01abcdefgh';

/** The default mail of a signup. */
const render = (referral: string | null) =>
  renderEmailOf(
    'signup',
    {
      email: 'ada@example.com',
      position: 42,
      total: 1337,
      waitlist_name: 'Bits & <Pieces>',
      referral_code: '01abcdefgh',
      referral_bonus: null,
      fields: {},
      links: { referral, status: null, unsubscribe: 'https://waitlist.test/u/token' },
    },
    null,
  );

describe.each([
  ['without a referral link', null],
  ['with one', link],
])('the default template %s', (_, referral) => {
  const mail = render(referral);

  test('asks for built-in variables only (§2.6)', () => {
    const template = defaultTemplateOf({ hasReferralLink: referral !== null }, 'en');
    const asked = `${template.subject}${template.html}`.matchAll(/\{\{(.*?)\}\}/g);
    for (const [, name] of asked) expect(Object.keys(builtInPlaceholders)).toContain(name);
  });

  test('has the position and the list in its subject (C6.1)', () => {
    expect(mail.subject).toBe('You’re #42 on the Bits & <Pieces> waitlist');
  });

  test('has an HTML part without leftovers, its values escaped (C6.1)', () => {
    expect(mail.html).toMatch(/^<!doctype html>/);
    expect(mail.html).toContain('waitlist for Bits &amp; &lt;Pieces&gt;. Your place');
    expect(mail.html).not.toMatch(/\{\{|\}\}|undefined|null|<Pieces>/);
    expect(mail.html).not.toMatch(/<script|<link|<style| on\w+=|src=/i);
  });

  test('has a text part that a person can read (C6.1)', () => {
    for (const words of ['Bits & <Pieces>', '#42', '01abcdefgh', 'ada@example.com', 'You’re on the list'])
      expect(mail.text).toContain(words);
    expect(mail.text).not.toContain('1337'); // after deletions a position can be higher (C3.9)
    expect(mail.text).not.toMatch(/<\/?(p|table|tr|td|strong|h1|html|body)\b|&amp;|&lt;|\{\{/);
    expect(mail.text).not.toMatch(/\n{3,}|^[ \t]+|[ \t]+$/m);
    expect(mail.text).toBe(mail.text.trim());
  });
});

test('a referral link is a button in the HTML part and an address in the text part, and else not there', () => {
  const mail = render(link);
  expect(mail.html).toContain(`<a href="${link.replace('&', '&amp;')}"`);
  expect(mail.text).toContain(`Your referral link [${link}]`);
  expect(render(null).html).not.toMatch(/<a (?!href="https:\/\/waitlist\.test\/u\/token")|referral link/);
  expect(render(null).text).not.toMatch(/link|\[(?!https:\/\/waitlist\.test\/u\/token\])/);
});

test('the last line of both parts is the link to unsubscribe (N3)', () => {
  for (const referral of [link, null]) {
    const mail = render(referral);
    expect(mail.html).toContain('<a href="https://waitlist.test/u/token"');
    expect(mail.text).toMatch(/ Unsubscribe \[https:\/\/waitlist\.test\/u\/token\]$/);
  }
});
