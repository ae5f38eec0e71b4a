import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from '../../test/support/deployment/deployment.ts';

/** A list some weeks after its launch: 2,000 people, a bonus of 5 places, three rewards. */
export interface VisitorList {
  readonly key: string;
  readonly waitlist: string;
  /** Whether it has a signup page, at `/w/acme-notes`, whose form the site `origin` shows. */
  setPage(page: { readonly origin: string } | undefined): Promise<void>;
  /** Adds somebody who has brought three friends and reached the first reward. @returns the status token */
  addPerson(): Promise<string>;
}

const friends = 3;

export async function makeVisitorList({ urls, sql, makeWaitlist }: Deployment): Promise<VisitorList> {
  const { key, waitlist } = await makeWaitlist();
  const call = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await fetch(`${urls[0]}/v1/waitlists/${waitlist}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const addMany = (count: number, more = {}) =>
    call('POST', '/signups/bulk', {
      notify: false,
      signups: Array.from({ length: count }, () => ({
        email: `${crypto.randomUUID()}@example.org`,
        ...more,
      })),
    });
  await call('PATCH', '', { name: 'Acme Notes', referral_bonus: 5 });
  await call('PATCH', '/settings', {
    links: { site_url: 'https://notes.example.com/', status_page: true, show_rewards: true },
    brand: { color: '#0b6b4f', headline: 'Notes that find themselves', text: 'We open in spring.' },
    rewards: [
      { at: 1, key: 'early', name: 'Early access' },
      { at: 5, key: 'stickers', name: 'Sticker pack' },
      { at: 10, key: 'year', name: 'A year for free' },
    ],
  });
  for (let added = 0; added < 2_000; added += 500) await addMany(500);
  return {
    key,
    waitlist,
    async setPage(page) {
      await call('PATCH', '/settings', {
        page: { enabled: page !== undefined, slug: 'acme-notes' },
        abuse: { mode: page === undefined ? 'off' : 'enforce' },
        form: { origins: page === undefined ? [] : [page.origin] },
      });
    },
    async addPerson() {
      const signup = { email: `${crypto.randomUUID()}@example.org`, include: ['status_token'] };
      const person = await call<Record<'id' | 'referral_code' | 'status_token', string>>(
        'POST',
        '/signups',
        signup,
      );
      await addMany(friends, { referral_code: person.referral_code });
      const grants = () => sql`SELECT 1 FROM reward_grants WHERE signup_id = ${person.id}`;
      while ((await grants()).length === 0) await sleep(100);
      return person.status_token;
    },
  };
}
