/** From the order of a real guest to the first SSH login, beside QEMU alone (bare-boot.ts). They take turns, one guest at a time. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { guestsByDirectory, kill, recordOf, vmUser } from '@innkeeper/engine/compute/qemu/process';
import { run } from '@innkeeper/engine/host/run';
import { LocalImages } from '@innkeeper/engine/images/local';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { namespaceOf } from '@innkeeper/engine/network/namespace/names';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { bootBare, type SeenMachine, seeMachine } from './bare-boot.ts';
import { type Child, startChild } from './child.ts';
import { median } from './load.ts';
import { firstLogin, type Guest } from './login.ts';
import type { WorkerOptions } from './roles/worker.ts';
import { type BootWorld, openBootWorld } from './world.ts';

const ROUNDS = 3;
/** Kept between runs. */
const IMAGES = path.resolve('build/images');

export interface BootFigures {
  accelerator: string;
  qemu: string;
  /** Seconds to the first login, middle of the rounds. */
  bare: number;
  innkeeper: number;
  /** Seconds from the order to the API's word that the server is active. */
  active: number;
}

/** Null with a reason printed where this host can't: it takes root and QEMU. */
export async function measureBoot(say: (line: string) => void): Promise<BootFigures | null> {
  if (process.getuid?.() !== 0) {
    say('boot: skipped, since guests in a network namespace take root');
    return null;
  }
  const home = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-bench-boot-')));
  const image = await new LocalImages({ directory: IMAGES, projectRoot: process.cwd() }).provide('tiny', say);
  const world = await openBootWorld(image);
  const [api, worker] = [startChild('api'), startChild('worker')] as [Child, Child];
  try {
    const { databaseUrl } = world;
    const port = await api.ask<number>('open', databaseUrl);
    await worker.ask('open', { databaseUrl, engine: 'qemu', home, images: IMAGES } satisfies WorkerOptions);
    const customer = await newCustomer(world, port, home);
    const rounds: { bare: number; innkeeper: number; active: number; machine: SeenMachine }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { guest, machine, steps, innkeeper, active } = await orderAndLogIn(world, customer, home, round);
      const bare = await bootBare(machine, guest);
      rounds.push({ bare, innkeeper, active, machine });
      say(`boot, round ${round}, the workflow's steps: ${steps}`);
      say(
        `boot, round ${round}: Innkeeper ${innkeeper.toFixed(1)} s, bare ${bare.toFixed(1)} s, active after ${active.toFixed(1)} s`,
      );
    }
    const middle = (of: 'bare' | 'innkeeper' | 'active'): number => median(rounds.map((round) => round[of]));
    return {
      accelerator: rounds[0]?.machine.args.includes('kvm') ? 'kvm' : 'tcg',
      qemu: `QEMU ${/version (\S+)/.exec(await run('qemu-system-x86_64', ['--version']))?.[1] ?? '?'}`,
      bare: middle('bare'),
      innkeeper: middle('innkeeper'),
      active: middle('active'),
    };
  } finally {
    await Promise.all([api, worker].map((child) => child.stop()));
    await removeGuests(home);
    await world.close();
    await fs.rm(home, { recursive: true, force: true });
  }
}

interface Customer {
  client: ReturnType<typeof createClient>;
  sshKeyId: number;
  key: string;
}

async function newCustomer(world: BootWorld, port: number, home: string): Promise<Customer> {
  const key = path.join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'bench', '-f', key]);
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: world.token });
  const { id } = await client.addSshKey({ name: 'bench', key: (await fs.readFile(`${key}.pub`, 'utf8')).trim() });
  return { client, sshKeyId: id, key };
}

/** By the public API; the clock starts with the order. Leaves the machine off. */
async function orderAndLogIn(world: BootWorld, { client, sshKeyId, key }: Customer, home: string, round: number) {
  const began = performance.now();
  const since = (): number => (performance.now() - began) / 1000;
  const reply = await client.deployServer({ name: `ours-${round}`, plan: 'nano', image_id: world.imageId, ssh_keys: [sshKeyId] });
  const server = 'data' in reply ? reply.data[0] : reply;
  const host = server?.ip_addresses[0]?.ip_address;
  if (!server || host === undefined) throw new Error('the order brought no server with an address');
  const guest: Guest = { namespace: namespaceOf(home), host, key };
  const [innkeeper, active] = await Promise.all([
    firstLogin(guest).then(since),
    waitForServer(client, server.id, (one) => one.status === 'active', { interval: 100 }).then(since),
  ]);
  const machine = await seeMachine(path.join(home, 'machines', machineIdOf(server.id), 'vm'));
  const steps = await stepsOf(world, server.id);
  await client.powerOffServer({ id: server.id });
  await waitForServer(client, server.id, (one) => one.locked === null && one.state.includes('stopped'), { interval: 100 });
  return { guest, machine, steps, innkeeper, active };
}

/** `network 0.2 s, disk 0.1 s ...`: where our share of the time went. */
async function stepsOf({ db }: BootWorld, serverId: number): Promise<string> {
  const steps = await db
    .selectFrom('workflow_steps as s')
    .innerJoin('workflows as w', 'w.id', 's.workflow_id')
    .select(['s.step', 's.started_at', 's.finished_at'])
    .where('w.resource_id', '=', serverId)
    .orderBy('s.started_at')
    .execute();
  const took = ({ started_at, finished_at }: (typeof steps)[number]) =>
    ((finished_at?.getTime() ?? 0) - started_at.getTime()) / 1000;
  return steps.map((step) => `${step.step} ${took(step).toFixed(1)} s`).join(', ');
}

/** Also those that a broken run left. */
async function removeGuests(home: string): Promise<void> {
  for (const [directory, pid] of await guestsByDirectory()) {
    const record = directory.startsWith(`${home}/`) ? await recordOf(pid) : null;
    if (record) await kill(record);
  }
  const network = new NamespaceNetwork({ home, user: async () => (await vmUser()) ?? { uid: 0, gid: 0 } });
  await network.open([]);
  await network.remove();
}
