/**
 * Tests a worker that is repeatedly killed during changes of the network's rules. It dies at random moments of its start and work, and
 * before and after changes of the kernel. The final state of the kernel equals that of a node that was never killed. Nothing is lost, and
 * nothing stale remains.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { findOrphans } from '@innkeeper/doctor/findings';
import { checkFloodFilter } from '@innkeeper/doctor/flood-filter';
import { checkProtection } from '@innkeeper/doctor/protection';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { openEngine } from '@innkeeper/engine/open';
import { TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import { protectAddresses } from '@innkeeper/jobs/protect-addresses';
import { applyFirewalls } from '@innkeeper/workflows/steps/firewalls';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import type { ProcessMessage } from '../business/processes/serve.ts';
import { openRandom } from '../business/random.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenTinyFile } from '../given-images.ts';
import { labSettings } from '../settings.ts';
import { deploy } from '../slices/given-deploy.ts';
import { type Kernel, kernelOf } from './kernel.ts';
import type { KilledWorkerOptions, KilledWorkerRequest } from './worker.ts';

const NODE = 'node-1';
const ROOT = process.cwd();
const PROGRAM = path.join(import.meta.dirname, 'worker.ts');
const random = openRandom(Date.now());

let lab: Lab;
let home = '';
let nodeId: number;
let me: GivenAccount;
let floating: number[];
/** Floating IPs for each point at which a worker dies: those attached to a server there, and those detached. */
const moving: { attach: number[]; detach: number[] }[] = [];
let firewalls: number[];
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'innkeeper-killed-network-'));
  lab = await openLab();
  nodeId = await givenNode(lab.db, { name: NODE });
  await givenTinyFile(lab.db, await simulated());
  await lab.db.transaction().execute(async (trx) => {
    await addPool(trx, { name: 'guarded', cidr: '10.8.0.0/28', gateway: '10.8.0.1', ddos_protected: true, uses: 'floating' });
    await addPool(trx, { name: 'six', cidr: '2001:db8:8::/48', uses: 'floating' });
  });
  me = await givenAccount(lab.db, { funds: 10_000_000n });
  const { accountId } = me;
  floating = [];
  for (const kind of ['ipv4', 'ipv4-ddos', 'ipv6', 'ipv6'] as const)
    floating.push(await givenFloatingIp(lab.db, { accountId, kind }));
  const pair = async () => [
    await givenFloatingIp(lab.db, { accountId }),
    await givenFloatingIp(lab.db, { accountId, kind: 'ipv6' }),
  ];
  for (const _ of POINTS) moving.push({ attach: await pair(), detach: await pair() });
  firewalls = [await givenFirewall(lab.db, { accountId, name: 'one' }), await givenFirewall(lab.db, { accountId, name: 'two' })];
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await new NamespaceNetwork({ home }).remove();
  await lab?.close();
  await rm(home, { recursive: true, force: true });
});

interface Worker {
  /** Rejects if the worker failed or was killed before it was open. */
  open: Promise<void>;
  ask(what: KilledWorkerRequest): Promise<void>;
  /** Kills the worker. Does nothing if it has already died. */
  kill(): Promise<void>;
  /** Resolves when the worker has died. */
  died: Promise<unknown>;
}

function begin(): Worker {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [], serialization: 'advanced' });
  workers.add(child);
  const died = once(child, 'exit').then(() => workers.delete(child));
  const rules = () =>
    once(child, 'message').then(([message]: ProcessMessage[]) => {
      if (message?.failed !== undefined) throw new Error(message.failed);
    });
  const early = died.then(() => {
    throw new Error('the worker ended before it was open');
  });
  const open = Promise.race([rules(), early]);
  open.catch(() => undefined);
  child.send({ home, url: lab.url, node: { id: nodeId, name: NODE }, projectRoot: ROOT } satisfies KilledWorkerOptions);
  return {
    open,
    ask(what) {
      const answer = rules();
      child.send(what as object);
      return answer;
    },
    async kill() {
      child.kill('SIGKILL');
      await died;
    },
    died,
  };
}

const call = (operation: Parameters<Lab['call']>[0], input: Parameters<Lab['call']>[1]) =>
  lab.call(operation, input, { token: me.token });

const attach = (ids: readonly number[], server_id: number | undefined) => call('attachFloatingIps', { body: { ids, server_id } });

/** Lists the active servers. */
const servers = async (): Promise<number[]> =>
  (await lab.db.selectFrom('servers').select('id').where('status', '=', 'active').orderBy('id').execute()).map(({ id }) => id);

/** Random acts of customers. An act that meets a lock is refused and has no effect. */
const ACTS: Record<string, () => Promise<unknown>> = {
  async attach() {
    const ids = floating.filter(() => random.oneIn(2));
    if (ids.length > 0) await attach(ids, random.of(await servers()));
  },
  detach: () => call('detachFloatingIps', { body: { ids: [random.of(floating)] } }),
  async apply() {
    const operation = random.oneIn(3) ? 'removeFirewall' : 'applyFirewall';
    await call(operation, { params: { id: random.of(firewalls) }, body: { server_ids: [random.of(await servers())] } });
  },
  rules: () =>
    call('setFirewallRules', {
      params: { id: random.of(firewalls) },
      body: {
        rules: Array.from({ length: random.below(4) }, (_, i) => ({
          ...{ direction: i === 2 ? 'out' : 'in', protocol: 'tcp', ports: [String(1_000 + i * 1_000 + random.below(1_000))] },
        })),
      },
    }),
  async lists() {
    const rows = await lab.db.selectFrom('ip_addresses').select(['id', 'version']).where('server_id', 'is not', null).execute();
    const { id, version } = random.of(rows);
    const networks = Array.from({ length: 3 }, () =>
      version === 4 ? `198.18.${random.below(256)}.0/24` : `2001:db8:${random.below(9_000)}::/48`,
    );
    const operation = random.of(['setBlacklist', 'setWhitelist', 'deleteBlacklist', 'deleteWhitelist'] as const);
    await call(operation, { params: { id }, ...(!operation.startsWith('delete') && { body: { networks } }) });
  },
  deploy: () => deploy(lab, me),
  async terminate() {
    const [id] = await servers();
    if ((await servers()).length < 4) return;
    await lab.db.transaction().execute(async (trx) => {
      const cx = { ...givenJobCx(trx), db: trx };
      const server = await trx
        .selectFrom('servers')
        .selectAll()
        .where('id', '=', id ?? 0)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const locked = await trx
        .selectFrom('locks')
        .selectAll()
        .where('kind', '=', 'server')
        .where('resource_id', '=', server.id)
        .execute();
      if (locked.length === 0) await startWorkflow(cx, 'server.terminate', server, {});
    });
  },
};

async function act(): Promise<void> {
  await ACTS[random.of(['attach', 'attach', 'detach', 'apply', 'rules', 'lists', 'lists', 'deploy', 'terminate'])]?.();
}

/** Points of a move at which a worker dies: before and after its change of nftables, and of the routes. */
const POINTS = [2, 1].flatMap((die) => (['after', 'before'] as const).map((moment) => ({ die, moment })));

/** Acts during which a worker is killed. */
const DEATHS: readonly ((worker: Worker) => Promise<unknown>)[] = [
  ...POINTS.flatMap((point, i) =>
    (['attach', 'detach'] as const).map((move) => async (worker: Worker) => {
      await idle();
      await worker.ask(point);
      const ids = moving[i]?.[move] ?? [];
      const done = move === 'attach' ? attach(ids, (await servers())[1]) : call('detachFloatingIps', { body: { ids } });
      expect((await done).status).toBe(200);
      await Promise.race([worker.died, sleep(10_000)]);
    }),
  ),
  ...Array.from({ length: 3 }, () => [
    // Killed while it works.
    async () => {
      for (let i = 0; i < 4; i += 1) await act();
      await sleep(random.below(400));
    },
    // Killed while it starts.
    async (worker: Worker) => {
      for (let i = 0; i < 2; i += 1) await act();
      await worker.kill();
      const next = begin();
      await sleep(random.below(2_500));
      await next.kill();
    },
  ]).flat(),
];

async function idle(): Promise<void> {
  const open = () => lab.db.selectFrom('workflows').select(['kind', 'state', 'error']).where('finished_at', 'is', null).execute();
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 50 });
}

/** Waits until nothing is active, then runs each job once. */
async function settled(worker: Worker): Promise<void> {
  await idle();
  await worker.ask('jobs');
  expect(await lab.db.selectFrom('ip_protection_changes').select('id').execute()).toEqual([]);
}

/** Returns the kernel state of a node that is set up once from the rows. */
async function expectedKernel(): Promise<Kernel> {
  const other = await mkdtemp(path.join(tmpdir(), 'innkeeper-not-killed-'));
  const network = new NamespaceNetwork({ home: other });
  const { db } = lab;
  const cx = { ...givenJobCx(db), engine: { network }, node: { id: nodeId, name: NODE }, log: SILENT_LOG };
  try {
    await network.open(await poolsOfNode(db, nodeId));
    for (const id of await servers()) await network.attach((await machineSpec(db, id, labSettings.dnsResolvers)).nic);
    await applyFirewalls(cx, nodeId);
    await new TrafficWatch().run(cx);
    await protectAddresses({ ...cx, engine: { ...(await simulated()), network } });
    return await kernelOf(network.namespace);
  } finally {
    await network.remove();
    await rm(other, { recursive: true });
  }
}

const simulated = () => openEngine({ kind: 'simulated', home, projectRoot: ROOT, root: false, log: SILENT_LOG });

/** Returns the doctor's findings that are not ok, except incomplete files of simulated machines. */
async function troubles(): Promise<string[]> {
  const engine = { ...(await simulated()), network: new NamespaceNetwork({ home }) };
  const at = { db: lab.db, node: NODE, pauseMs: 0 };
  const found = [
    ...(await findOrphans({ ...at, engine, machinesDirectory: home })),
    ...(await checkFloodFilter({ ...at, guard: engine.network.floodFilter })),
    ...(await checkProtection({ ...at, network: engine.network })),
  ];
  return found.filter(({ ok, name }) => ok !== true && name !== 'incomplete').map(({ name, why }) => `${name}: ${why}`);
}

test(`after ${DEATHS.length} killed workers the kernel's state matches the rows, and nothing else remains`, async () => {
  let worker = begin();
  await worker.open;
  for (let i = 0; i < 3; i += 1) await deploy(lab, me);
  await idle();
  await attach(
    moving.flatMap(({ detach }) => detach),
    (await servers())[2],
  );
  await settled(worker);
  let kernel = await kernelOf(new NamespaceNetwork({ home }).namespace);
  expect(kernel).toEqual(await expectedKernel());
  const before = kernel;
  for (const death of DEATHS) {
    await death(worker);
    await worker.kill();
    worker = begin();
    await worker.open;
  }
  await settled(worker);
  await worker.kill();
  kernel = await kernelOf(new NamespaceNetwork({ home }).namespace);
  expect(kernel).toEqual(await expectedKernel());
  expect(kernel).not.toEqual(before);
  expect(await troubles()).toEqual([]);
});
