/** Tests many deploys at once: no cent is spent twice, no address assigned twice, no capacity sold twice. */
import { expect, test } from 'vitest';
import type { Answer } from './app.ts';
import { type Chain, openChain } from './chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from './given.ts';
import { deploy } from './slices/given-deploy.ts';
import { assertInvariants } from './torture/invariants.ts';

const ACCOUNTS = 20;
const DEPLOYS = 200;
/** Balance in cents: it covers 7 of the 10 servers that each account orders, at 4.79 each. */
const FUNDS = 3_500n;
const ROOM = 130;

/** Deploys as the SDK does: retries a 503 of an overloaded API with the same key. */
async function insist(chain: Chain, owner: GivenAccount | undefined, name: string): Promise<Answer> {
  if (!owner) throw new Error('there are as many owners as asked for');
  const { id } = await givenSshKey(chain.db, { accountId: owner.accountId });
  for (;;) {
    const answer = await deploy(chain, owner, { name, ssh_keys: [id] }, { 'Idempotency-Key': name });
    if (answer.status !== 503) return answer;
  }
}

test('200 concurrent deploys by 20 accounts add up', async () => {
  const chain: Chain = await openChain();
  try {
    await givenNode(chain.db, { vcpus: ROOM, memoryMb: 1_000_000, diskGb: 1_000_000 });
    const owners = await Promise.all(Array.from({ length: ACCOUNTS }, () => givenAccount(chain.db, { funds: FUNDS })));
    const answers = await Promise.all(
      Array.from({ length: DEPLOYS }, (_, i) => insist(chain, owners[i % ACCOUNTS], `rush-${i}`)),
    );
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    expect(of(201)).toHaveLength(ROOM);
    expect(of(422).map((answer) => answer.body.code)).toEqual(Array(DEPLOYS - ROOM).fill('no_capacity'));

    await chain.worker.idle({ horizonMs: 60_000 });
    const servers = await chain.db.selectFrom('servers').selectAll().execute();
    const paid = servers.filter((server) => server.status === 'active');
    const waiting = servers.filter((server) => server.status === 'awaiting_payment');
    expect(paid.length + waiting.length).toBe(ROOM);
    for (const { accountId } of owners) {
      const mine = paid.filter((server) => server.account_id === accountId).length;
      expect(mine).toBeLessThanOrEqual(7);
      const { balance } = await chain.db
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      expect(balance).toBe(FUNDS - 479n * BigInt(mine));
    }
    const addresses = await chain.db
      .selectFrom('ip_addresses')
      .select(['address', 'server_id'])
      .where('server_id', 'is not', null)
      .execute();
    expect(new Set(addresses.map((row) => row.server_id)).size).toBe(ROOM);
    const node = await chain.db.selectFrom('nodes').select('vcpus_used').executeTakeFirstOrThrow();
    expect(node.vcpus_used).toBe(ROOM);
    expect((await chain.compute.list()).length).toBe(paid.length);
    await assertInvariants(chain);
  } finally {
    await chain.close();
  }
}, 300_000);
