import { until } from '../../until.ts';
import type { Plant, Planting } from './plant.ts';

/** Writes announcements that name the address, and sends one of them to the person. */
async function plantAnnouncements({ sql, accountId, email, call, makeList }: Planting): Promise<void> {
  const lower = email.toLowerCase();
  const list = await makeList({ mail: { postal_address: '1 Site Street' } });
  await call('POST', `/v1/waitlists/${list}/fields`, { key: 'contact', label: 'Contact', type: 'string' });
  await call('POST', `/v1/waitlists/${list}/signups`, {
    email,
    utm_source: lower,
    fields: { contact: lower },
  });
  const draft = async (given: object) =>
    (await call('POST', `/v1/waitlists/${list}/announcements`, {
      ...{ name: 'News', subject: 'News', html: '<p>News</p>' },
      ...given,
    })) as unknown as { id: string; selected: number };
  await draft({
    name: `For ${email}`,
    filter: { fields: { contact: lower }, not_fields: { contact: lower } },
  });
  await draft({ subject: `Ask ${email}`, html: `<p>Ask <a href="mailto:${lower}">us</a>.</p>` });
  const design = { headline: `Ask ${email}`, text: `Or ${lower}, as before.` };
  await draft({ html: null, design });
  const { id, selected } = await draft({ filter: { utm_source: lower } });
  await call('POST', `/v1/announcements/${id}/launch`, { expected_count: selected });
  await until(
    async () =>
      (
        await sql`SELECT 1 FROM mails WHERE account_id = ${accountId} AND kind = 'announcement' AND state = 'sent'`
      ).length === 1,
    60,
  );
}

export const announcements: Plant = {
  plant: (planting) => plantAnnouncements(planting),
  places({ sql, named, own, ofKind }) {
    const filter = (path: string) => named(sql`filter #>> ${path}::text::text[]`);
    return {
      'mails: announcement': ['mails', ofKind('announcement')],
      'announcement_members: a member': ['announcement_members', own(sql`signup_id`)],
      'announcements: a name': ['announcements', named(sql`name`)],
      'announcements: a subject': ['announcements', named(sql`subject`)],
      'announcements: HTML': ['announcements', named(sql`html`)],
      'announcements: a design': ['announcements', named(sql`design::text`)],
      'announcements: a draft with a field': ['announcements', filter('{fields,contact}')],
      'announcements: a draft that leaves out': ['announcements', filter('{not_fields,contact}')],
      'announcements: a sent one with a source': [
        'announcements',
        sql`${filter('{utm_source}')} AND state = 'sent'`,
      ],
    };
  },
};
