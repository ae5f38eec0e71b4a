import { expect, test } from 'vitest';
import { patroni } from '../faults/postgres/patroni/patroni.ts';
import { findPatroni } from '../support/deployment/patroni/patroni.ts';

const tools = await findPatroni();
if (tools === undefined)
  console.error('SKIPPED: patroni, etcd-server or postgresql is not installed, so Patroni is not tried');

test.skipIf(tools === undefined)(
  'Patroni switches the leader over and replaces a killed one: nothing answered is lost, and signups go on (N7)',
  async () => {
    expect(await patroni({ plantedBug: false, seed: 1, size: 2 })).toBe(true);
  },
);
