/** No account and no kind of work blocks the others. */
import { givenAccount } from '@innkeeper/lab/given';
import { openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claim } from './claim.ts';
import { sharesOf } from './shares.ts';
import type { ClaimedWorkflow } from './transitions.ts';

const KINDS = ['server.deploy', 'server.power-off', 'server.snapshot', 'iso.download'];
const SLOTS = 20;

let lab: TortureLab;
let accounts: number[];
beforeAll(async () => {
  lab = await openTortureLab();
  accounts = [];
  for (let i = 0; i < 4; i += 1) accounts.push((await givenAccount(lab.db)).accountId);
});
afterAll(() => lab.close());
beforeEach(() => sql`truncate workflows cascade`.execute(lab.db));

/** Enqueues `n` workflows of a kind, for the accounts in turn. The first has waited for `minutesAgo`. */
async function given(kind: string, n: number, of: readonly number[] = accounts, minutesAgo = 60): Promise<void> {
  await sql`insert into workflows (kind, account_id, input, run_at)
    select ${kind}, (${[...of]}::int[])[1 + i % ${of.length}::int], '{}', now() - make_interval(mins => ${minutesAgo}) + i * interval '1 ms'
    from generate_series(0, ${n - 1}::int) as i`.execute(lab.db);
}

async function look(workerId = 1, running: readonly ClaimedWorkflow[] = []): Promise<ClaimedWorkflow[]> {
  const { claimed } = await claim(lab.db, {
    workerId,
    kinds: KINDS,
    nodes: null,
    claimsNodeless: true,
    except: running.map(({ id }) => id),
    limit: SLOTS - running.length,
    shares: sharesOf(SLOTS, defaultSettings),
    now: new Date(),
    timings: TEST_TIMINGS,
  });
  return claimed;
}
const count = (rows: readonly ClaimedWorkflow[], kind: string, account?: number) =>
  rows.filter((row) => row.kind === kind && (account === undefined || row.account_id === account)).length;

test('a paid deploy and a power action are taken at once, although 1000 downloads have waited longer', async () => {
  await given('iso.download', 1_000);
  const running = await look();
  expect(count(running, 'iso.download')).toBe(defaultSettings.downloadsAtOnce);
  await given('server.deploy', 1, accounts, 1);
  await given('server.power-off', 1, accounts, 1);
  expect((await look(1, running)).map(({ kind }) => kind).toSorted()).toEqual(['server.deploy', 'server.power-off']);
});

test('limits downloads per account and over all workers, for any number of concurrent polls', async () => {
  await given('iso.download', 40, accounts.slice(0, 1));
  expect(await look()).toHaveLength(defaultSettings.downloadsAtOncePerAccount);
  await given('iso.download', 40, accounts.slice(1));
  const taken = (await Promise.all([1, 2, 3, 4, 5, 6].map((worker) => look(worker)))).flat();
  expect(taken).toHaveLength(defaultSettings.downloadsAtOnce - defaultSettings.downloadsAtOncePerAccount);
  expect(Math.max(...accounts.map((account) => count(taken, 'iso.download', account)))).toBeLessThanOrEqual(2);
});

test("one account with 500 due workflows starves no other: each account's first comes before any second", async () => {
  const [greedy = 0, ...others] = accounts;
  await given('server.deploy', 500, [greedy]);
  await given('server.deploy', 30, others, 1);
  const taken = await look();
  const share = sharesOf(SLOTS, defaultSettings).lanes.find(({ lane }) => lane === 'build');
  expect(taken).toHaveLength(share?.perWorker ?? 0);
  for (const account of accounts) expect(count(taken, 'server.deploy', account)).toBe(3);
});

test('a single account gets only its share of a lane, so that the next one finds slots', async () => {
  const [greedy = 0, other = 0] = accounts;
  await given('server.deploy', 500, [greedy]);
  const running = await look();
  expect(running).toHaveLength(6);
  await given('server.deploy', 1, [other], 1);
  expect((await look(1, running)).map((row) => row.account_id)).toEqual([other]);
});

test('reserves slots for interactive actions in every situation', async () => {
  await given('server.deploy', 100);
  await given('server.snapshot', 100);
  await given('iso.download', 100);
  const running = await look();
  expect(running).toHaveLength(16);
  expect(await look(1, running)).toEqual([]);
  await given('server.power-off', 9, accounts, 1);
  expect(count(await look(1, running), 'server.power-off')).toBe(4);
});

test('copies and downloads leave slots for builds', async () => {
  await given('server.snapshot', 100);
  await given('iso.download', 100);
  const running = await look();
  expect([count(running, 'server.snapshot'), count(running, 'iso.download')]).toEqual([5, 6]);
  await given('server.deploy', 20, accounts, 1);
  expect(await look(1, running)).toHaveLength(5);
});

test('a rollback counts as short work, and waits for no share of its lane', async () => {
  await given('iso.download', 20);
  const running = await look();
  await sql`update workflows set direction = 'back' where id = (select max(id) from workflows)`.execute(lab.db);
  expect((await look(1, running)).map(({ direction }) => direction)).toEqual(['back']);
});

test('the configuration sets the share of slots for each kind of work', () => {
  const slots = { ...defaultSettings.slots, interactivePercent: 50, copyPercent: 10, downloadPercent: 5 };
  const { nonInteractive, lanes } = sharesOf(SLOTS, { ...defaultSettings, slots });
  expect(nonInteractive).toBe(10);
  expect(lanes).toMatchObject([
    { perWorker: 20 },
    { lane: 'build', perWorker: 12 },
    { lane: 'copy', perWorker: 2 },
    { perWorker: 1 },
  ]);
});
