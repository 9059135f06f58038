/**
 * QEMU, driven directly: a process per machine, controlled over QMP. Processes outlive Innkeeper; the files
 * to find them again are described in `directory.ts`.
 */
import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findCgroups, NO_CGROUPS } from '../../host/cgroups.ts';
import { run } from '../../host/run.ts';
import type { EngineLog } from '../../log.ts';
import type { NetworkPort } from '../../network/port.ts';
import type {
  ComputeCapabilities,
  ComputePort,
  MachineEvent,
  MachineReport,
  MachineSpec,
  MachineUsage,
  OrphanedFile,
} from '../port.ts';
import { bootId } from './agent-acts.ts';
import { linkMedia, qemuDevices } from './devices.ts';
import { machineIdsIn } from './directory.ts';
import { makeDisk } from './disk.ts';
import { qemuDisks } from './disks.ts';
import { qemuGuest } from './guest-acts.ts';
import { Machines } from './machines.ts';
import { orphanedFilesIn } from './orphaned-files.ts';
import { Power } from './power.ts';
import { vmUser } from './process.ts';
import { writeSeed } from './seed.ts';
import { Measurements } from './usage.ts';
import { openGuestUsers } from './users.ts';
import { isOutOfRoom } from './watch.ts';

export interface QemuOptions {
  home: string;
  /** The checkout: `launch.sh` is there. */
  projectRoot: string;
  log: EngineLog;
  /** The tiny system for direct boot: the rescue system and the KVM test. Null until it is built. */
  system: () => Promise<{ kernel: string; initrd: string; rescue: string } | null>;
  /** Of the network that the machines are attached to; without one guests are told by their seed alone. */
  metadata?: Pick<NetworkPort, 'setMetadata'>;
  /** Grace period before a guest that does not reboot is reset, ms. */
  rebootGraceMs?: number;
}

const PROGRAM = 'qemu-system-x86_64';
const AGENT_MS = 3_000;

/** Begins the names of the control groups of an installation's guests: several installations share a host's groups. */
export const groupPrefixOf = (machinesRoot: string) => `${createHash('sha256').update(machinesRoot).digest('hex').slice(0, 8)}-`;

export class QemuCompute implements ComputePort {
  readonly name = 'qemu';
  readonly #machines: Machines;
  readonly #power: Power;
  readonly #measurements: Measurements;
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  readonly guest: ComputePort['guest'];
  readonly copyDisk: ComputePort['copyDisk'];
  readonly dropCopy: ComputePort['dropCopy'];
  readonly rebuild: ComputePort['rebuild'];
  readonly reshape: ComputePort['reshape'];
  readonly setMedia: ComputePort['setMedia'];
  readonly setRescue: ComputePort['setRescue'];
  readonly reseed: ComputePort['reseed'];
  readonly setLink: ComputePort['setLink'];
  readonly consoleLog: ComputePort['consoleLog'];
  readonly screenshot: ComputePort['screenshot'];
  readonly openConsole: ComputePort['openConsole'];

  constructor({ home, projectRoot, log, system, metadata, rebootGraceMs = 30_000 }: QemuOptions) {
    const launcher = join(projectRoot, 'engine', 'compute', 'qemu', 'launch.sh');
    this.#machines = new Machines(home, {
      program: PROGRAM,
      launcher,
      user: null,
      users: null,
      log,
      system,
      cgroups: { ...NO_CGROUPS, prefix: '' },
      metadata: metadata ?? null,
    });
    this.#measurements = new Measurements(this.#machines);
    const emit = (event: MachineEvent) => {
      for (const listener of this.#listeners) listener(event);
    };
    this.#power = new Power(this.#machines, { home, rebootGraceMs, emit });
    this.guest = qemuGuest(this.#machines);
    ({
      copyDisk: this.copyDisk,
      dropCopy: this.dropCopy,
      rebuild: this.rebuild,
      reshape: this.reshape,
    } = qemuDisks(this.#machines));
    const devices = qemuDevices(this.#machines);
    ({ setMedia: this.setMedia, setRescue: this.setRescue, reseed: this.reseed, setLink: this.setLink } = devices);
    ({ consoleLog: this.consoleLog, screenshot: this.screenshot, openConsole: this.openConsole } = devices);
  }

  get capabilities(): ComputeCapabilities {
    const { name, why } = this.#power.accelerator;
    const { cpu, memory, why: bounded } = this.#machines.host.cgroups;
    const bounds = { cpu, memory, why: bounded };
    return { real: true, accelerator: { name, why }, guestAgent: true, bounds, version: this.#power.version };
  }

  async open(): Promise<void> {
    const machines = this.#machines;
    await mkdir(machines.root, { recursive: true, mode: 0o700 });
    machines.root = await realpath(machines.root);
    const prefix = groupPrefixOf(machines.root);
    const user = await vmUser();
    const users = user === null ? null : await openGuestUsers(join(this.#machines.host.launcher, '..'));
    if (users === null) machines.host.log.warn({}, 'guests share one user: an escaped guest can reach the others');
    machines.host = { ...machines.host, user, users, cgroups: { ...(await findCgroups()), prefix } };
    const version = /version (\S+)/.exec(await run(PROGRAM, ['--version']))?.[1] ?? '?';
    await this.#power.open(`QEMU ${version}`);
  }

  async close(): Promise<void> {
    this.#machines.closing.abort();
    await this.#machines.mutex.idle();
    this.#power.close();
  }

  create(spec: MachineSpec): Promise<void> {
    return this.#machines.act(spec.machineId, async (directory) => {
      if ((await directory.machine()) !== null) return;
      const draft = await directory.draft();
      const made = await makeDisk(draft, directory, spec);
      const seed = await writeSeed(draft, 'seed', { ...spec, copied: spec.source.from === 'copy' });
      const drives = await linkMedia(draft, spec.media);
      const machine = { spec, ...made, seed, rescue: null, drives, linkUp: true };
      await this.#machines.publish(machine);
      await directory.settle(draft, machine);
    });
  }

  destroy(machineId: string): Promise<void> {
    return this.#machines.act(machineId, async (directory) => {
      await this.#power.end(directory);
      await directory.remove();
      // Last: no other machine may get the user while files of it exist.
      await this.#machines.host.users?.free(directory.path);
    });
  }

  start(machineId: string): Promise<void> {
    return this.#machines.act(machineId, async (directory) => {
      // Lost with a reboot of the host.
      await this.#machines.publish(await directory.existing());
      await this.#power.start(directory);
    });
  }

  reboot(machineId: string, before: string | null, signal?: AbortSignal): Promise<void> {
    return this.#machines.act(machineId, (directory) => this.#power.reboot(directory, before, signal));
  }

  requestShutdown(machineId: string): Promise<void> {
    return this.#machines.act(machineId, async (directory) => {
      await directory.existing();
      if ((await this.#machines.running(directory)) === null) return;
      await this.#machines.ask(directory, (qmp) => qmp.command('system_powerdown'));
    });
  }

  powerOff(machineId: string): Promise<void> {
    return this.#machines.act(machineId, async (directory) => {
      await directory.existing();
      await this.#power.end(directory);
    });
  }

  async inspect(machineId: string): Promise<MachineReport> {
    const directory = this.#machines.directory(machineId);
    const power = await this.#machines.powerOf(directory);
    if (power !== 'running') return { machineId, power, bootId: null, up: false };
    if (this.#power.outOfRoom(machineId)) return { machineId, power, bootId: null, up: false, trouble: 'disk_full' };
    const id = await this.#machines.agent(directory, AGENT_MS, bootId).catch(() => null);
    if (id !== null) return { machineId, power, bootId: id, up: true };
    const full = await this.#machines.ask(directory, (qmp) => qmp.command('query-status')).then(isOutOfRoom, () => false);
    return { machineId, power, bootId: null, up: false, ...(full ? { trouble: 'disk_full' } : {}) };
  }

  async list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]> {
    const all = (await machineIdsIn(this.#machines.root)).map(async (machineId) => {
      // What is watched runs, and needs no files read: with thousands of guests they would take seconds of CPU.
      const isWatched = this.#power.watched(machineId) !== null;
      const power = isWatched ? 'running' : await this.#machines.powerOf(this.#machines.directory(machineId));
      const full = power === 'running' && this.#power.outOfRoom(machineId);
      return { machineId, power, ...(full ? { trouble: 'disk_full' as const } : {}) };
    });
    return (await Promise.all(all)).filter(({ power }) => power !== 'absent');
  }

  orphanedFiles(): Promise<OrphanedFile[]> {
    return orphanedFilesIn(this.#machines.root);
  }

  async measure(machineId: string, { diskMaxAgeMs = 0 }: { diskMaxAgeMs?: number } = {}): Promise<MachineUsage | null> {
    const directory = this.#machines.directory(machineId);
    const watched = this.#power.watched(machineId);
    if (watched !== null) {
      try {
        return await this.#measurements.ofWatched(directory, watched.watch, watched.qmp, diskMaxAgeMs);
      } catch (error) {
        // It may have been ended meanwhile, or started again.
        if (this.#power.watched(machineId)?.qmp === watched.qmp) throw error;
      }
    }
    const record = await this.#machines.running(directory);
    return record === null ? null : this.#measurements.ofUnwatched(directory, record);
  }

  watch(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
