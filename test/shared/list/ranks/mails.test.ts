import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewSignupEmail } from '../../../../src/shared/mail/templates/preview-signup-email.ts';
import { setEmailTemplate } from '../../../../src/shared/mail/templates/set-email-template.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { type MailSink, startMailSink } from '../../../support/mail-sink.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';

const service = useService();
let sink: MailSink;
let worker: TestWorker;
beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

const template = { subject: 'Place {{rank}} of {{total}}', html: '<p>{{ rank | unknown }}</p>' };

/** A list where the third person has moved before the second. */
async function open(bonus: number | null) {
  const list = await makeList(service, { plan: 'scale' }, { referral_bonus: bonus });
  for (const name of ['one', 'two', 'three']) await list.add({ email: `${name}@example.com` });
  const { referral_code } = await list.find('three@example.com');
  await list.add({ email: 'friend@example.com', referral_code });
  return list;
}

async function mailTo(list: TestList, email: string) {
  const before = (await sink.mailsTo(email)).length;
  await worker.send((await list.find(email)).id);
  return (await sink.mailsTo(email))[before];
}

test('{{rank}} is the place in line when a mail is sent, and in previews', async () => {
  const list = await open(5);
  const { account, id } = list;
  await setEmailTemplate(service.ctx, account, id, 'signup', template, null);
  for (const [name, place] of [
    ['one', 1],
    ['three', 2],
    ['two', 3],
    ['friend', 4],
  ] as const) {
    const mail = await mailTo(list, `${name}@example.com`);
    expect(mail?.subject).toBe(`Place ${place} of 4`);
    expect(mail?.text).toContain(String(place));
  }
  const waitlist = (await service.call('GET', list.url, account.key)).json();
  const preview = await previewSignupEmail(service.ctx, account, waitlist, template, 'signup', {
    signupId: (await list.find('three@example.com')).id,
  });
  expect([preview.subject, preview.unknown]).toEqual(['Place 2 of 4', []]);
});

test('without a bonus it is the position', async () => {
  const list = await open(null);
  await setEmailTemplate(service.ctx, list.account, list.id, 'signup', template, null);
  expect((await mailTo(list, 'three@example.com'))?.subject).toBe('Place 3 of 4');
});

test('a custom field with the key comes before it, also for people without a value', async () => {
  const list = await open(5);
  await list.field('rank', 'string');
  await setEmailTemplate(service.ctx, list.account, list.id, 'signup', template, null);
  const mail = await mailTo(list, 'three@example.com');
  expect(mail?.subject).toBe('Place  of 4');
  expect(mail?.text).toContain('unknown');
  await list.add({ email: 'major@example.com', fields: { rank: 'Major' } });
  expect((await mailTo(list, 'major@example.com'))?.subject).toBe('Place Major of 5');
});
