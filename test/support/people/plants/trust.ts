import { recount } from '../../storm/invariants.ts';
import { until } from '../../until.ts';
import type { Plant, Planting } from './plant.ts';

const site = 'https://site.example';

/**
 * Has the person sign up in a form with the code of a friend, and again, and a third one with the person's
 * code: on a list that judges referrals.
 */
async function plantReferrals({ sql, url, name, email, call, makeList }: Planting): Promise<void> {
  const list = await makeList({
    abuse: { mode: 'enforce' },
    form: { enabled: true, origins: [site] },
  });
  const signUp = (body: object) => call('POST', `/v1/waitlists/${list}/signups`, body);
  const friend = await signUp({ email: `friend.${name}x@other.example` });
  const { form } = (await call('GET', `/v1/waitlists/${list}/settings`)) as unknown as {
    form: { id: string };
  };
  const postForm = async () => {
    const { time } = (await (await fetch(`${url}/f/${form.id}/time`)).json()) as { time: string };
    const values = { email, ref: String(friend.referral_code), _time: time };
    let status = 0;
    let tries = 0;
    await until(async () => {
      tries += 1;
      const response = await fetch(`${url}/f/${form.id}`, {
        method: 'POST',
        body: JSON.stringify(values),
        headers: {
          'content-type': 'application/json',
          origin: site,
          'user-agent': 'Mozilla/5.0 Firefox/140.0',
          'x-forwarded-for': `10.8.${tries >> 8}.${tries & 255}`,
        },
      });
      status = response.status;
      return status !== 400; // it takes a time of 2 s ago
    }, 20);
    if (status !== 200) throw new Error(`The form answered ${status}`);
  };
  await postForm();
  await sql`UPDATE signups SET created_at = created_at - interval '11 minutes' WHERE waitlist_id = ${list} AND email = ${email}`;
  await recount(sql, list); // it may have been yesterday
  await postForm();
  const [own] = await sql<{ id: string; referral_code: string }[]>`
    SELECT id, referral_code FROM signups WHERE waitlist_id = ${list} AND email = ${email}`;
  const third = await signUp({ email: `third.${name}x@third.example`, referral_code: own?.referral_code });
  for (const id of [own?.id, third.id]) await call('POST', `/v1/waitlists/${list}/reviews/${id}/approve`);
}

export const trust: Plant = {
  plant: plantReferrals,
  places: ({ sql, own }) => ({
    'referral_claims: of the person': ['referral_claims', own(sql`signup_id`)],
    'referral_claims: of somebody with the code of the person': ['referral_claims', own(sql`referrer_id`)],
  }),
};
