import { addPool } from '@innkeeper/db/seed/add-pool';
import { inTransaction } from '@innkeeper/db/transaction';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type Deployed, deployedIn } from '@innkeeper/lab/deployed';
import { givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
import { givenCx } from '@innkeeper/lab/given-cx';
import { inputOf } from '@innkeeper/lab/path-rows';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployServer } from './deploy.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
  await givenNode(lab.db);
});
afterAll(() => lab.close());

/** Returns the database with a counter of round trips. A query that is sent while no reply is outstanding starts a round trip. */
function countingRoundTrips() {
  let roundTrips = 0;
  let outstanding = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (outstanding === 0) roundTrips += 1;
      outstanding += 1;
      return node;
    },
    async transformResult({ result }) {
      outstanding -= 1;
      return result;
    },
  };
  return { db: lab.db.withPlugin(plugin), roundTrips: () => roundTrips };
}

test('a deploy waits for the database three times: it reads, writes and commits', async () => {
  const account = await givenAccount(lab.db, { funds: 100_000n });
  const { id: sshKey } = await givenSshKey(lab.db, account);
  const { id: imageId } = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const deploy = async (...name: string[]) => {
    const { db, roundTrips } = countingRoundTrips();
    const body = { name, plan: 'nano', billing_cycle: 1, image_id: imageId, ssh_keys: [sshKey] };
    const reply = await inTransaction(db, async (trx) => {
      const cx = { ...givenCx(trx, account), db: trx };
      return deployServer(cx, await inputOf(cx, 'deployServer', { body }));
    });
    return { ...deployedIn(reply), roundTrips: roundTrips() };
  };
  expect((await deploy('one')).roundTrips).toBe(3);
  const { roundTrips, servers, orderId } = await deploy('two', 'three');
  expect(roundTrips).toBe(3);
  expect(servers).toMatchObject([
    { hostname: 'two', status: 'processing', lock_reason: 'deploy' },
    { hostname: 'three', status: 'processing', lock_reason: 'deploy' },
  ]);
  const lines = await lab.db
    .selectFrom('order_lines')
    .select(['position', 'service_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  expect(lines).toEqual(servers.map(({ id }, i) => ({ position: i, service_id: id })));

  // IPv6 prefixes are created in advance, in batches. A server whose deploy needs a new batch is read once more.
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/48' }));
  const prefixed = await deploy('four');
  expect(prefixed.roundTrips).toBe(3);
  expect(versionsOf(prefixed)).toEqual([4, 6]);
  await lab.db.deleteFrom('ip_addresses').where('version', '=', 6).where('server_id', 'is', null).execute();
  expect(versionsOf(await deploy('five'))).toEqual([4, 6]);
});

const versionsOf = ({ servers }: Deployed) => servers[0]?.ip_addresses.map(({ version }) => version);
