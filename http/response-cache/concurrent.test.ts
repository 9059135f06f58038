import type { OperationName } from '@innkeeper/contract/operations';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { USE_CASES } from '@innkeeper/operations/all.gen';
import type { UseCases } from '@innkeeper/operations/define';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Customer whose data this test writes, each value as an increasing number. */
interface Owner extends GivenAccount {
  server: number;
  key: number;
  hostname: Counter;
  keyName: Counter;
}

interface Counter {
  committed: number;
  next: number;
}

const ACCOUNTS = 3;
const READERS_EACH = 3;
/** With fewer writes, the test would prove little. */
const WRITES = 150;
/** Minimum number of cache hits for each read. */
const HITS = 150;

let lab: Lab;
const NAMES = ['getServer', 'listServers', 'listSshKeys', 'listServerImages'] as const;
/** Numbers of reads and of replies by operation. */
const reads = new Map<OperationName, number>();
const replies = new Map<OperationName, number>();
const count = (counts: Map<OperationName, number>, name: OperationName) => counts.set(name, (counts.get(name) ?? 0) + 1);
beforeAll(async () => {
  const counted = (name: OperationName) => {
    const useCase = USE_CASES[name as keyof typeof USE_CASES] as (...args: unknown[]) => Promise<unknown>;
    return (...args: unknown[]) => {
      count(reads, name);
      return useCase(...args);
    };
  };
  const useCases = Object.fromEntries(NAMES.map((name) => [name, counted(name)])) as UseCases;
  lab = await openLab({ useCases, checkCached: undefined });
});
afterAll(() => lab.close());

async function givenOwner(): Promise<Owner> {
  const account = await givenAccount(lab.db, { funds: 1_000n });
  const { id: key } = await givenSshKey(lab.db, { accountId: account.accountId, name: 'n0' });
  const server = await givenServer(lab.db, { accountId: account.accountId, hostname: 'n0', sshKeyIds: [key] });
  return { ...account, server, key, hostname: { committed: 0, next: 0 }, keyName: { committed: 0, next: 0 } };
}

const numberIn = (name: string) => Number(/^n(\d+)$/.exec(name)?.[1] ?? expect.fail(`no number: ${name}`));

it('never returns data of accounts, their resources or the catalogue that is older than the request', async () => {
  const owners: Owner[] = [];
  for (let i = 0; i < ACCOUNTS; i++) owners.push(await givenOwner());
  const image: Counter = { committed: 0, next: 0 };
  await lab.db.updateTable('images').set({ name: 'n0' }).execute();
  let writes = 0;
  let failed = false;
  const enough = () =>
    failed || (writes >= WRITES && NAMES.every((name) => (replies.get(name) ?? 0) - (reads.get(name) ?? 0) >= HITS));

  const write = async (counter: Counter, maxPauseMs: number, commit: (name: string) => Promise<unknown>) => {
    while (!enough()) {
      counter.next += 1;
      const written = counter.next;
      await commit(`n${written}`);
      counter.committed = Math.max(counter.committed, written);
      writes += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPauseMs));
    }
  };
  const writersOf = ({ server, key, hostname, keyName }: Owner) => [
    write(hostname, 120, (name) =>
      lab.db.updateTable('server_details').set({ hostname: name }).where('id', '=', server).execute(),
    ),
    write(keyName, 120, (name) => lab.db.updateTable('ssh_keys').set({ name }).where('id', '=', key).execute()),
  ];

  const read = async (owner: Owner, turn: number) => {
    const asked = { hostname: owner.hostname.committed, key: owner.keyName.committed, image: image.committed };
    const name = NAMES[turn % NAMES.length] ?? 'getServer';
    count(replies, name);
    switch (name) {
      case 'getServer': {
        const { body } = await lab.call('getServer', { params: { id: owner.server } }, owner);
        expect(numberIn(body.hostname)).toBeGreaterThanOrEqual(asked.hostname);
        expect(numberIn(body.server_image.name)).toBeGreaterThanOrEqual(asked.image);
        break;
      }
      case 'listServers': {
        const { body } = await lab.call('listServers', {}, owner);
        expect(body.data).toHaveLength(1);
        expect(numberIn(body.data[0].hostname)).toBeGreaterThanOrEqual(asked.hostname);
        break;
      }
      case 'listSshKeys': {
        const { body } = await lab.call('listSshKeys', {}, owner);
        expect(numberIn(body.data[0].name)).toBeGreaterThanOrEqual(asked.key);
        break;
      }
      default: {
        const { body } = await lab.call('listServerImages', {}, owner);
        for (const { name } of body.data) expect(numberIn(name)).toBeGreaterThanOrEqual(asked.image);
      }
    }
  };
  const reader = async (owner: Owner, first: number) => {
    for (let turn = first; !enough(); turn += 1) {
      await read(owner, turn).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all([
    ...owners.flatMap(writersOf),
    write(image, 200, (name) => lab.db.updateTable('images').set({ name }).execute()),
    ...owners.flatMap((owner) => Array.from({ length: READERS_EACH }, (_, i) => reader(owner, i))),
  ]);
}, 120_000);
