/** The shared harness of the QEMU driver's tests: a temporary home, a network namespace, a key, and real SSH. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordOf } from '../../host/process.ts';
import { run } from '../../host/run.ts';
import type { LocalImages } from '../../images/local.ts';
import type { ImageFile } from '../../images/port.ts';
import { SILENT_LOG } from '../../log.ts';
import { NamespaceNetwork } from '../../network/namespace/driver.ts';
import type { NetworkPort } from '../../network/port.ts';
import type { ComputeHarness, MoveEnd } from '../conformance/harness.ts';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import { withAgent } from './agent.ts';
import { freeze } from './agent-requests.ts';
import { READY_SCRIPT } from './boot-hook.ts';
import { machineIdsIn } from './directory.ts';
import { groupPrefixOf, QemuCompute } from './driver.ts';
import { type GuestAccess, guestInspector, ssh } from './guest-inspector.ts';
import { makeIso } from './iso.ts';
import { guestsByDirectory, kill } from './process.ts';
import { withQmp } from './qmp.ts';
import { isHaltedStatus } from './watch.ts';

export interface QemuHarnessOptions {
  images: LocalImages;
  projectRoot: string;
  network: (home: string) => NetworkPort;
  /** Existing home directory. Omitted for a new one. */
  home?: string;
  /** Runs before the home is removed. */
  onClose?: () => Promise<void>;
  /**
   * Last byte of the first guest's address, 11 by default. With user-mode networks it determines the host's port, so test files that run
   * concurrently need different values.
   */
  firstHost?: number;
}

/** A node with real guests. */
export interface QemuNode extends MoveEnd {
  home: string;
  network: NetworkPort;
  login: (spec: MachineSpec, command: string) => Promise<string>;
}

/** A node to which guests of the harness move. */
export interface OtherQemuNode extends QemuNode {
  /** Closes the driver like a restart of Innkeeper, and opens a new one on the same home. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface QemuHarness extends ComputeHarness, QemuNode {
  login: (spec: MachineSpec, command: string) => Promise<string>;
  openOther(): Promise<OtherQemuNode>;
  /** Leaves a guest frozen, like a driver that dies during a copy. */
  freeze(machineId: string): Promise<void>;
}

const POOL = { cidr: '10.77.0.0/24', gateway: '10.77.0.1' };

/** Opens the harness. If this fails, nothing of the harness is left. */
export async function openQemuHarness(options: QemuHarnessOptions): Promise<QemuHarness> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'innkeeper-qemu-')));
  const network = options.network(home);
  const remove = async (): Promise<void> => {
    await network.close();
    await options.onClose?.();
    if (options.home === undefined) await rm(home, { recursive: true, force: true });
  };
  try {
    return await openIn(home, network, { ...options, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openIn(
  home: string,
  network: NetworkPort,
  { images, projectRoot, firstHost = 11, network: newNetwork, remove }: QemuHarnessOptions & { remove(): Promise<void> },
): Promise<QemuHarness> {
  await network.open([POOL]);
  const image = await images.provide('tiny');
  const key = join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const publicKey = (await readFile(`${key}.pub`, 'utf8')).trim();

  const openAt = async (at: string, metadata: NetworkPort) => {
    const options = { home: at, projectRoot, log: SILENT_LOG, metadata, rebootGraceMs: 15_000 };
    const compute = new QemuCompute({ ...options, system: () => images.system() });
    await compute.open();
    return compute;
  };
  const open = () => openAt(home, network);
  let last = firstHost - 1;
  const login = (spec: MachineSpec, command: string) => logIn({ network, key }, spec, command);
  const directory = join(home, 'directory');
  await mkdir(directory);
  const harness: QemuHarness = {
    compute: await open(),
    home,
    network,
    timeoutMs: 180_000,
    login,
    ...moveEnd({ home, network, key }),
    async openOther() {
      const other = await mkdtemp(join(tmpdir(), 'innkeeper-qemu-'));
      const itsNetwork = newNetwork(other);
      await itsNetwork.open([POOL]);
      const compute = await openAt(other, itsNetwork);
      const end = {
        ...moveEnd({ home: other, network: itsNetwork, key }),
        compute,
        home: other,
        network: itsNetwork,
        login: (spec: MachineSpec, command: string) => logIn({ network: itsNetwork, key }, spec, command),
        async restart() {
          await end.compute.close();
          end.compute = await openAt(other, itsNetwork);
        },
        async close() {
          for (const machineId of await machineIdsIn(join(other, 'machines'))) await end.compute.destroy(machineId);
          await end.compute.close();
          await itsNetwork.close();
          if (itsNetwork instanceof NamespaceNetwork) await itsNetwork.remove();
          await rm(other, { recursive: true, force: true });
        },
      };
      return end;
    },
    directory,
    iso: (name, text) => makeIso(directory, name, text),
    async spec(machineId: string): Promise<MachineSpec> {
      last += 1;
      return specOf(machineId, last, image, network, publicKey);
    },
    async restart(between = async () => {}) {
      await harness.compute.close();
      await between();
      harness.compute = await open();
      return harness.compute;
    },
    async silenceAgent(spec: MachineSpec) {
      await login(spec, `killall qemu-ga; while pidof qemu-ga; do sleep 0.1; done; ${READY_SCRIPT}`);
    },
    async powerOffGuest(spec: MachineSpec) {
      // The connection ends with or before the command. The guest is off a little later.
      await ssh({ network, key }, spec.nic, 'poweroff');
      await untilOff(home, spec.machineId);
    },
    async killProcess(machineId: string) {
      const record = await recordOf(await pidOf(home, machineId));
      if (record !== null) await kill(record);
    },
    async simulateHostReboot(machineId: string) {
      const file = join(home, 'machines', machineId, 'process.json');
      const text = await readFile(file, 'utf8');
      await harness.killProcess(machineId);
      await writeFile(file, JSON.stringify({ ...JSON.parse(text), hostBoot: 'the boot before' }));
    },
    async freeze(machineId: string) {
      await writeFile(join(home, 'machines', machineId, 'frozen'), '');
      const frozen = await withAgent(join(home, 'machines', machineId, 'vm'), { timeoutMs: 20_000 }, freeze);
      if (!frozen) throw new Error(`${machineId} does not freeze`);
    },
    async close() {
      // Also machines that wait for their move, which no list contains.
      for (const machineId of await machineIdsIn(join(home, 'machines'))) await harness.compute.destroy(machineId);
      await harness.compute.close();
      await remove();
    },
  };
  return harness;
}

async function logIn(access: GuestAccess, spec: MachineSpec, command: string): Promise<string> {
  const { code, stdout, stderr } = await ssh(access, spec.nic, command);
  if (code !== 0) throw new Error(`ssh ${command}: exit ${code}: ${stderr}`);
  return stdout.trim();
}

/** Returns a node of a move without its driver. */
function moveEnd({ home, network, key }: GuestAccess & { home: string }): Omit<MoveEnd, 'compute'> {
  return {
    inspector: guestInspector({ network, key, machines: join(home, 'machines') }),
    async prepare(spec) {
      const { plug: _elsewhere, ...nic } = spec.nic;
      return { ...spec, nic: await network.attach(nic, { held: true }) };
    },
    hold: (machineId) => network.hold(machineId),
    release: (machineId) => network.release(machineId),
    async leftovers(machineId) {
      await network.detach(machineId);
      const files = (await readdir(home, { recursive: true })).filter((name) => name.includes(machineId));
      const processes = [...(await guestsByDirectory()).keys()].filter((directory) => directory.startsWith(home));
      const prefix = groupPrefixOf(await realpath(join(home, 'machines')));
      const all = await readdir('/sys/fs/cgroup', { recursive: true }).catch(() => []);
      const groups = all.filter((name) => name.includes(prefix));
      return [...files, ...processes, ...(await network.list()), ...groups].filter((name) => name.includes(machineId));
    },
  };
}

/** Waits for the guest's agent. */
export async function untilUp(harness: QemuHarness, machineId: string): Promise<void> {
  const deadline = Date.now() + harness.timeoutMs;
  while (!(await harness.compute.inspect(machineId)).up) {
    if (Date.now() > deadline) throw new Error(`${machineId} does not boot`);
    await sleep(200);
  }
}

async function specOf(
  machineId: string,
  last: number,
  image: ImageFile,
  network: NetworkPort,
  key: string,
): Promise<MachineSpec> {
  const hostname = `host-of-${machineId}.example.com`;
  const nic = await network.attach({
    machineId,
    mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
    hostname,
    addresses: [{ address: `10.77.0.${last}`, prefix: 24, gateway: POOL.gateway, version: 4 }],
    dns: ['10.77.0.1'],
  });
  const startupScript = '#!/bin/sh\nprintf once >> /root/started-by-script\n';
  const seed = { instanceId: machineId, hostname, sshKeys: [key], passwordHash: null, startupScript };
  return {
    machineId,
    vcpus: 1,
    memoryMb: 256,
    diskGb: 2,
    source: { from: 'image', image },
    limits: {},
    media: NO_MEDIA,
    seed,
    nic,
  };
}

/** Waits until the guest is off. QEMU stays after the guest's shutdown until the driver ends it. */
async function untilOff(home: string, machineId: string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const vm = join(home, 'machines', machineId, 'vm');
    const halted = await withQmp(vm, 'act.sock', (qmp) => qmp.command('query-status')).then(isHaltedStatus, () => true);
    if (halted) return;
    await sleep(100);
  }
  throw new Error(`${machineId} does not power itself off`);
}

async function pidOf(home: string, machineId: string): Promise<number> {
  const record = JSON.parse(await readFile(join(home, 'machines', machineId, 'process.json'), 'utf8')) as { pid: number };
  return record.pid;
}
