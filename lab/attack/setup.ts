/** The accounts of a run: honest customers with a server each, a buyer, and accounts for the attackers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db/connect';
import type { Database } from '@innkeeper/db/schema';
import { dayOf } from '@innkeeper/db/tables/metrics';
import { BUCKET_MS, packBucket } from '@innkeeper/model/servers/metrics';
import { createClient } from '@innkeeper/sdk/client';
import type { Kysely } from 'kysely';
import { givenAccount, givenSshKey } from '../given.ts';
import type { Attack, Attacker } from './attack.ts';
import type { System } from './system.ts';

export interface AttackSetup {
  db: Kysely<Database>;
  imageId: number;
  port: number;
  customers: { token: string; serverId: number }[];
  /** Account that orders and pays during the attacks. */
  buyer: Attacker;
  close(): Promise<void>;
}

/** Number of customers. Each stays within its limit of requests. */
const CUSTOMERS = 20;
/** Maximum number of servers in one order. */
const MAX_NAMES = 20;
/** Maximum number of polls, which take 60 s. */
const MAX_POLLS = 1_200;

export async function openSetup({ databaseUrl, port }: System): Promise<AttackSetup> {
  const { db, close } = openDatabase({ url: databaseUrl, max: 4, applicationName: 'attack' });
  const { id: imageId } = await db.selectFrom('images').select('id').where('disabled_at', 'is', null).executeTakeFirstOrThrow();
  // Sets a capacity for all orders, because the runs measure time.
  await db.updateTable('nodes').set({ vcpus_setting: 500, memory_mb_setting: 1_000_000, disk_gb_setting: 10_000 }).execute();
  const place = { db, imageId, port };
  const customers = [];
  for (let i = 0; i < CUSTOMERS; i += 1) {
    const { token, servers } = await givenAttacker(place, { servers: 1, funds: 100_00n });
    customers.push({ token, serverId: servers[0] as number });
  }
  const buyer = await givenAttacker(place, { funds: 10_000_00n });
  return { ...place, customers, buyer, close };
}

type Place = Pick<AttackSetup, 'db' | 'imageId' | 'port'>;

/** Inserts an account for an attacker, with the funds and servers that the attack needs. */
export async function givenAttacker(place: Place, given: Omit<NonNullable<Attack['accounts']>, 'count'>): Promise<Attacker> {
  const { funds = 0n, servers: count = 0, abilities = ['read', 'write'] } = given;
  const { accountId, token } = await givenAccount(place.db, { funds, abilities });
  const { id: sshKeyId } = await givenSshKey(place.db, { accountId });
  const attacker: Attacker = { token, servers: [], imageId: place.imageId, sshKeyId };
  while (attacker.servers.length < count) {
    attacker.servers.push(...(await deployed(place, attacker, Math.min(MAX_NAMES, count - attacker.servers.length))));
  }
  return attacker;
}

/** Deploys servers through the API, so that the engine has their machines. Resolves when all are active. */
async function deployed({ db, port }: Place, { token, imageId, sshKeyId }: Attacker, count: number): Promise<number[]> {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
  const name = Array.from({ length: count }, (_, i) => `server-${i}`);
  const ordered = await client.deployServer({ name, plan: 'nano', image_id: imageId, ssh_keys: [sshKeyId] });
  const ids = ('data' in ordered ? ordered.data : [ordered]).map(({ id }) => id);
  for (let looks = 0; looks < MAX_POLLS; looks += 1) {
    const active = await db.selectFrom('servers').select('id').where('id', 'in', ids).where('status', '=', 'active').execute();
    if (active.length === count) return ids;
    await sleep(50);
  }
  throw new Error('servers to begin with did not become active');
}

/** Inserts all metrics that a server can have in this month: a bucket every five minutes. */
export async function givenMetrics(db: Kysely<Database>, serverId: number, now: Date): Promise<void> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const perDay = 86_400_000 / BUCKET_MS;
  for (let day = first; day < now; day = new Date(day.getTime() + 86_400_000)) {
    const buckets = Array.from({ length: perDay }, (_, i) =>
      packBucket({
        at: new Date(day.getTime() + i * BUCKET_MS),
        running: true,
        cpu: 12,
        netIn: 1e5,
        netOut: 1e5,
        read: 1e4,
        written: 1e4,
        diskBytes: 1e9,
      }),
    );
    const row = { server_id: serverId, day: dayOf(day), buckets: Buffer.concat(buckets) };
    await db
      .insertInto('server_metrics')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}
