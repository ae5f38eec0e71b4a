import type { Plant, Planting } from './plant.ts';

/** Makes segments that name the address. */
async function plantSegments({ email, call, makeList }: Planting): Promise<void> {
  const list = await makeList({});
  await call('POST', `/v1/waitlists/${list}/fields`, { key: 'contact', label: 'Contact', type: 'string' });
  const make = (segment: object) =>
    call('POST', `/v1/waitlists/${list}/segments`, { name: 'Friends', ...segment });
  await make({ name: `For ${email}`, filter: {} });
  await make({ filter: { utm_source: email.toLowerCase() } });
  await make({ filter: { fields: { contact: `by ${email}` }, not_fields: { contact: `not ${email}` } } });
}

export const segments: Plant = {
  plant: plantSegments,
  places: ({ sql, named }) => ({
    'segments: a name': ['segments', named(sql`name`)],
    'segments: a source': ['segments', named(sql`filter ->> 'utm_source'`)],
    'segments: a field': ['segments', named(sql`filter #>> '{fields,contact}'`)],
    'segments: a field to leave out': ['segments', named(sql`filter #>> '{not_fields,contact}'`)],
  }),
};
