import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLastLines } from '../../../../src/dev/server/logs.ts';
import { until } from '../../until.ts';
import { findDistributionPostgres } from '../cluster.ts';
import { startEtcd } from './etcd.ts';
import { openNode, type PatroniNode } from './node.ts';

const run = promisify(execFile);
const names = ['h1', 'h2', 'h3'] as const;
/** A member that was lost may need a base backup. */
const settleSeconds = 180;

/** Three nodes and etcd on loopback. */
export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The database of the service, of which all hosts are named. */
  readonly url: string;
  /** Waits until all nodes are members, and two of them follow the third. @returns that one */
  settle(): Promise<PatroniNode>;
  /** Whether commits wait for a second node; they do at first. */
  setSynchronous(is: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The versions of what is needed, and the programs of Postgres. */
export interface PatroniTools {
  readonly versions: string;
  readonly bin: string;
}

/** @returns undefined where Patroni, etcd or a Postgres of the distribution is not installed */
export async function findPatroni(): Promise<PatroniTools | undefined> {
  const shown = await Promise.all(
    ['patroni', 'etcd'].map((program) =>
      run(program, ['--version']).then(
        ({ stdout }) => stdout.split('\n')[0],
        () => undefined,
      ),
    ),
  );
  const bin = await findDistributionPostgres();
  if (bin === undefined || !existsSync(join(bin, 'pg_rewind')) || shown.includes(undefined)) return undefined;
  const { stdout } = await run(join(bin, 'postgres'), ['--version']);
  return { bin, versions: [...shown, stdout.trim()].join(', ') };
}

/** Starts all of it in a folder, with an empty database that belongs to a role of its own. */
export async function startPatroni(folder: string, { bin }: PatroniTools): Promise<PatroniCluster> {
  const etcd = await startEtcd(join(folder, 'etcd'));
  const password = () => randomBytes(12).toString('hex');
  const passwords = { superuser: password(), replication: password(), restapi: password() };
  const nodes = await Promise.all(
    names.map((name) => openNode(join(folder, name), name, { bin, etcd, passwords })),
  );
  let isSynchronous = true;

  async function findSettled(): Promise<PatroniNode | undefined> {
    for (const node of nodes) {
      if (!(await node.isPrimary())) continue;
      const followers = await node.sql`SELECT FROM pg_stat_replication WHERE state = 'streaming'`;
      const { members } = (await node.ask('/cluster')) as { members: { name: string; role: string }[] };
      const leader = members.find(({ role }) => role === 'leader' || role === 'primary');
      const safe = members.filter(({ role }) => role === 'sync_standby').length;
      const isSettled = followers.length === 2 && members.length === 3 && safe === Number(isSynchronous);
      if (isSettled && leader?.name === node.name) return node;
    }
    return undefined;
  }
  async function settle(): Promise<PatroniNode> {
    let found: PatroniNode | undefined;
    await until(async () => {
      found = await findSettled().catch(() => undefined); // a server that is being stopped
      return found !== undefined;
    }, settleSeconds).catch(async (cause) => {
      const logs = nodes.map(({ name }) => readLastLines(join(folder, name, 'patroni.log')));
      throw new Error(`The nodes do not follow one leader:\n${(await Promise.all(logs)).join('\n')}`, {
        cause,
      });
    });
    return found as PatroniNode;
  }
  async function close(): Promise<void> {
    await Promise.all(nodes.map((node) => node.close()));
    await etcd.close();
  }

  try {
    await Promise.all(nodes.map((node) => node.start()));
    const { sql } = await settle();
    const own = password();
    await sql.unsafe(`CREATE ROLE waitlist LOGIN PASSWORD '${own}'`);
    await sql.unsafe('CREATE DATABASE waitlist OWNER waitlist');
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join();
    return {
      nodes,
      url: `postgres://waitlist:${own}@${hosts}/waitlist?target_session_attrs=primary`,
      settle,
      async setSynchronous(is) {
        if (is === isSynchronous) return;
        const leader = await settle();
        isSynchronous = is;
        await leader.ask('/config', 'PATCH', { synchronous_mode: is });
        await settle();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
