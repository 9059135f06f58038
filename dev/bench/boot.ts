/**
 * From the order of a real guest to the first SSH login, beside the same image booted by QEMU alone with the same flags,
 * disk, seed and network. The two take turns, one guest at a time.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { MachineSpec } from '@innkeeper/engine/compute/port';
import { chooseAccelerator } from '@innkeeper/engine/compute/qemu/accelerator';
import { qemuArguments } from '@innkeeper/engine/compute/qemu/command';
import { MachineDirectory } from '@innkeeper/engine/compute/qemu/directory';
import { guestsByDirectory, kill, launch, recordOf, vmUser } from '@innkeeper/engine/compute/qemu/process';
import { run } from '@innkeeper/engine/host/run';
import { LocalImages } from '@innkeeper/engine/images/local';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { namespaceOf } from '@innkeeper/engine/network/namespace/names';
import type { NicSpec } from '@innkeeper/engine/network/port';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { type Child, startChild } from './child.ts';
import { median } from './load.ts';
import { firstLogin } from './login.ts';
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
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-bench-boot-'));
  const image = await new LocalImages({ directory: IMAGES, projectRoot: process.cwd() }).provide('tiny', say);
  const world = await openBootWorld(image);
  const key = path.join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'bench', '-f', key]);
  const bareHome = path.join(home, 'bare');
  const engine = await openEngine({
    kind: 'qemu',
    home: bareHome,
    images: IMAGES,
    projectRoot: process.cwd(),
    root: true,
    log: SILENT_LOG,
  });
  await engine.network.open([world.pool]);
  await engine.compute.open();
  // The worker need not prove KVM once more.
  const ownHome = path.join(home, 'own');
  await fs.mkdir(ownHome);
  await fs.copyFile(path.join(bareHome, 'kvm-proof.json'), path.join(ownHome, 'kvm-proof.json')).catch(() => undefined);
  const [api, worker] = [startChild('api'), startChild('worker')] as [Child, Child];
  try {
    const port = await api.ask<number>('open', world.databaseUrl);
    const { databaseUrl } = world;
    await worker.ask('open', { databaseUrl, engine: 'qemu', home: ownHome, images: IMAGES } satisfies WorkerOptions);
    const namespace = namespaceOf(await fs.realpath(ownHome));
    const rounds: { bare: number; innkeeper: number; active: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { spec, login, active } = await bootOurs(world, { port, namespace, key, round, home: ownHome });
      const bare = await bootBare(engine, bareHome, spec, key);
      rounds.push({ bare, innkeeper: login, active });
      say(
        `boot, round ${round}: bare ${bare.toFixed(1)} s, Innkeeper ${login.toFixed(1)} s, active after ${active.toFixed(1)} s`,
      );
    }
    const middle = (of: 'bare' | 'innkeeper' | 'active'): number => median(rounds.map((round) => round[of]));
    const { accelerator, version } = engine.compute.capabilities;
    return {
      accelerator: accelerator.name,
      qemu: version,
      bare: middle('bare'),
      innkeeper: middle('innkeeper'),
      active: middle('active'),
    };
  } finally {
    await Promise.all([api, worker].map((child) => child.stop()));
    await engine.compute.close();
    await killGuests(home);
    await removeNetworks([bareHome, ownHome]);
    await world.close();
    await fs.rm(home, { recursive: true, force: true });
  }
}

/** The same machine once more, by QEMU alone. Disk, seed and tap are made before the clock starts. */
async function bootBare(engine: Engine, home: string, ours: MachineSpec, key: string): Promise<number> {
  const machineId = `bare-${ours.machineId}`;
  const nic = await engine.network.attach({ ...ours.nic, machineId });
  const spec: MachineSpec = { ...ours, machineId, nic };
  await engine.compute.create(spec);
  const system = await new LocalImages({ directory: IMAGES, projectRoot: process.cwd() }).system();
  const host = { program: 'qemu-system-x86_64', launcher: path.resolve('engine/compute/qemu/launch.sh'), user: await vmUser() };
  const accelerator = await chooseAccelerator({ ...host, home, system, version: engine.compute.capabilities.version });
  const namespace = nic.plug.kind === 'tap' ? nic.plug.namespace : null;
  const { vm } = new MachineDirectory(await fs.realpath(path.join(home, 'machines')), machineId);
  const base = await fs.open(path.join(IMAGES, 'tiny/tiny.qcow2'), 'r');
  const began = performance.now();
  const child = launch({ ...host, directory: vm, args: qemuArguments(spec, accelerator), namespace, descriptors: [base.fd] });
  try {
    await firstLogin({ namespace, host: addressOf(nic), key });
    return (performance.now() - began) / 1000;
  } finally {
    await base.close();
    const record = child.pid === undefined ? null : await recordOf(child.pid);
    if (record) await kill(record);
    await engine.compute.destroy(machineId);
    await engine.network.detach(machineId);
  }
}

function addressOf({ addresses }: NicSpec): string {
  return addresses.find(({ version }) => version === 4)?.address ?? '';
}

interface OurBoot {
  port: number;
  namespace: string;
  key: string;
  round: number;
  home: string;
}

/** By the public API, as a customer does it; the clock starts with the order. Answers the machine that came of it, too. */
async function bootOurs(world: BootWorld, { port, namespace, key, round, home }: OurBoot) {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: world.token });
  const publicKey = (await fs.readFile(`${key}.pub`, 'utf8')).trim();
  const known = await client.listSshKeys({});
  const sshKey = known.data[0] ?? (await client.addSshKey({ name: 'bench', key: publicKey }));
  const began = performance.now();
  const reply = await client.deployServer({
    name: `ours-${round}`,
    plan: 'nano',
    image_id: world.imageId,
    ssh_keys: [sshKey.id],
  });
  const server = 'data' in reply ? reply.data[0] : reply;
  const host = server?.ip_addresses[0]?.ip_address;
  if (!server || host === undefined) throw new Error('the order brought no server with an address');
  const since = (): number => (performance.now() - began) / 1000;
  const [login, active] = await Promise.all([
    firstLogin({ namespace, host, key }).then(since),
    waitForServer(client, server.id, (one) => one.status === 'active', { interval: 100 }).then(since),
  ]);
  await client.powerOffServer({ id: server.id });
  await waitForServer(client, server.id, (one) => one.locked === null && one.state.includes('stopped'), { interval: 100 });
  const spec = await new MachineDirectory(path.join(home, 'machines'), machineIdOf(server.id)).spec();
  if (!spec) throw new Error('the order left no machine');
  return { login, active, spec };
}

/** None when all went well. */
async function killGuests(home: string): Promise<void> {
  for (const [directory, pid] of await guestsByDirectory()) {
    const record = directory.startsWith(home) ? await recordOf(pid) : null;
    if (record) await kill(record);
  }
}

async function removeNetworks(homes: string[]): Promise<void> {
  for (const home of homes) {
    const network = new NamespaceNetwork({ home, user: async () => (await vmUser()) ?? { uid: 0, gid: 0 } });
    await network.open([]);
    await network.remove();
  }
}
