import { describe, expect, test } from 'vitest';
import { defaultTemplate } from '../../../src/shared/email/templates/default-template.ts';
import { renderSignupEmail } from '../../../src/shared/email/templates/render-signup-email.ts';
import { builtInVariables } from '../../../src/shared/fields/schema.ts';

describe('the default template', () => {
  const mail = renderSignupEmail(
    defaultTemplate,
    {},
    {
      email: 'ada@example.com',
      position: 42,
      total: 1337,
      waitlist_name: 'Bits & <Pieces>',
      referral_code: '01abcdefgh',
      referral_bonus: null,
    },
  );

  test('asks for built-in variables only (§2.6)', () => {
    const asked = `${defaultTemplate.subject}${defaultTemplate.html}`.matchAll(/\{\{(.*?)\}\}/g);
    for (const [, name] of asked) expect(builtInVariables).toContain(name);
  });

  test('has the position and the list in its subject (C6.1)', () => {
    expect(mail.subject).toBe('You’re #42 on the Bits & <Pieces> waitlist');
  });

  test('has an HTML part without leftovers, its values escaped (C6.1)', () => {
    expect(mail.html).toMatch(/^<!doctype html>/);
    expect(mail.html).toContain('<strong>Bits &amp; &lt;Pieces&gt;</strong>');
    expect(mail.html).not.toMatch(/\{\{|\}\}|undefined|null|<Pieces>/);
    expect(mail.html).not.toMatch(/<script|<link|<style| on\w+=|src=/i);
  });

  test('has a text part that a person can read (C6.1)', () => {
    for (const words of [
      'Bits & <Pieces>',
      '#42',
      'of 1337',
      '01abcdefgh',
      'ada@example.com',
      'You’re on the list',
    ])
      expect(mail.text).toContain(words);
    expect(mail.text).not.toMatch(/<\/?(p|table|tr|td|strong|h1|html|body)\b|&amp;|&lt;|\{\{/);
    expect(mail.text).not.toMatch(/\n{3,}|^[ \t]+|[ \t]+$/m);
    expect(mail.text).toBe(mail.text.trim());
  });
});
