/**
 * The QEMU driver: one process per machine, controlled over QMP. Processes outlive Innkeeper. `directory.ts` describes the files by which
 * the driver finds the processes again.
 */
import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { findCgroups, NO_CGROUPS } from '../../host/cgroups.ts';
import { findLauncher } from '../../host/launcher.ts';
import { run } from '../../host/run.ts';
import { ImageFiles } from '../../images/files.ts';
import type { EngineLog } from '../../log.ts';
import type { NetworkPort } from '../../network/port.ts';
import type {
  ComputeCapabilities,
  ComputePort,
  MachineAddresses,
  MachineEvent,
  MachineReport,
  MachineSpec,
  MachineUsage,
  OrphanedFile,
  StopOptions,
} from '../port.ts';
import { HOST_CPU } from './cpu-model.ts';
import { linkMedia, qemuDevices } from './devices.ts';
import { machineIdsIn } from './directory.ts';
import { makeDisk } from './disk.ts';
import { qemuDisks } from './disks.ts';
import { qemuGuest } from './guest-port.ts';
import { Machines } from './machines.ts';
import { isLeftByMove } from './moves/monitor.ts';
import { QemuMoves } from './moves/moves.ts';
import { removeIncoming } from './moves/receive.ts';
import { orphanedFilesIn } from './orphaned-files.ts';
import { Power } from './power.ts';
import { PROGRAM, vmUser } from './process.ts';
import { writeSeed } from './seed.ts';
import { Measurements } from './usage.ts';
import { openGuestUsers } from './users.ts';
import { isStalledStatus } from './watch.ts';

export interface QemuOptions {
  home: string;
  /** Directory of the checkout, which contains `launch.sh`. */
  projectRoot: string;
  log: EngineLog;
  /** Returns the tiny system for direct boot (rescue system and KVM test), or `null` until it is built. */
  system: () => Promise<{ kernel: string; initrd: string; rescue: string } | null>;
  /** Files of images on this node. Default: those below `home`, not verified. */
  imageFiles?: Pick<ImageFiles, 'locate'>;
  /** Metadata service of the network. Without one, guests read only their seed. */
  metadata?: Pick<NetworkPort, 'setMetadata'>;
  /** Time in milliseconds before a guest that does not reboot is reset, 30 s by default. */
  rebootGraceMs?: number;
  /** CPU model of guests, as in `guests.cpu_model`. Default: `host`. */
  cpuModel?: string | undefined;
  /** Free bytes from which on guests resume that were paused on a full disk. Default: 32 MiB. */
  resumeFreeBytes?: number | undefined;
}

const RESUME_FREE_BYTES = 32 * 2 ** 20;

/**
 * Returns the prefix of the control groups of an installation's guests. Several installations may share the host, and the prefix keeps
 * their groups apart.
 */
export const groupPrefixOf = (machinesRoot: string) => `${createHash('sha256').update(machinesRoot).digest('hex').slice(0, 8)}-`;

export class QemuCompute implements ComputePort {
  readonly name = 'qemu';
  readonly #machines: Machines;
  readonly #power: Power;
  readonly #measurements: Measurements;
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  #isOpen = false;
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
  readonly #moves: QemuMoves;
  readonly offer: ComputePort['offer'];
  readonly receive: ComputePort['receive'];
  readonly connect: ComputePort['connect'];
  readonly sendDisk: ComputePort['sendDisk'];
  readonly sendMemory: ComputePort['sendMemory'];
  readonly take: ComputePort['take'];
  readonly abandon: ComputePort['abandon'];

  constructor(options: QemuOptions) {
    const { home, projectRoot, log, system, metadata, imageFiles } = options;
    const { rebootGraceMs = 30_000, resumeFreeBytes = RESUME_FREE_BYTES, cpuModel = HOST_CPU } = options;
    const launcher = join(projectRoot, 'engine', 'compute', 'qemu', 'launch.sh');
    this.#machines = new Machines(home, {
      program: PROGRAM,
      launcher,
      user: null,
      users: null,
      log,
      system,
      imageFiles: imageFiles ?? new ImageFiles({ home }),
      scopes: { systemd: null },
      cgroups: { ...NO_CGROUPS, prefix: '' },
      metadata: metadata ?? null,
    });
    this.#measurements = new Measurements(this.#machines);
    const emit = (event: MachineEvent) => {
      for (const listener of this.#listeners) listener(event);
    };
    this.#power = new Power(this.#machines, { home, rebootGraceMs, resumeFreeBytes, cpuModel, emit });
    this.#moves = new QemuMoves(this.#machines, this.#power);
    ({
      offer: this.offer,
      receive: this.receive,
      connect: this.connect,
      sendDisk: this.sendDisk,
      sendMemory: this.sendMemory,
      take: this.take,
      abandon: this.abandon,
    } = this.#moves);
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

  get directory(): string {
    return this.#machines.root;
  }

  async open(): Promise<void> {
    const machines = this.#machines;
    await mkdir(machines.root, { recursive: true, mode: 0o700 });
    this.#isOpen = true;
    machines.root = await realpath(machines.root);
    const prefix = groupPrefixOf(machines.root);
    const user = await vmUser();
    const users = user === null ? null : await openGuestUsers(join(this.#machines.host.launcher, '..'));
    if (users === null) machines.host.log.warn({}, 'guests share one user: an escaped guest can reach the others');
    const [scopes, cgroups] = await Promise.all([findLauncher(), findCgroups()]);
    machines.host = { ...machines.host, user, users, scopes, cgroups: { ...cgroups, prefix } };
    const version = /version (\S+)/.exec(await run(PROGRAM, ['--version']))?.[1] ?? '?';
    await this.#power.open(`QEMU ${version}`);
  }

  async close(): Promise<void> {
    this.#machines.closing.abort();
    await this.#machines.mutex.idle();
    this.#moves.close();
    this.#power.close();
  }

  create(spec: MachineSpec): Promise<void> {
    return this.#machines.runExclusive(spec.machineId, async (directory) => {
      const existing = await directory.readMachine();
      if (existing?.incoming === true) throw new EngineError('guest', `${spec.machineId} is being moved to this node`);
      if (existing !== null) return;
      const draft = await directory.draft();
      const source = await this.#machines.host.imageFiles.locate(spec.source);
      const made = await makeDisk(draft, directory, { ...spec, source });
      const seed = await writeSeed(draft, 'seed', { ...spec, copied: spec.source.from === 'copy' });
      const drives = await linkMedia(draft, spec.media);
      const machine = { spec, ...made, seed, rescue: null, drives, linkUp: true };
      await this.#machines.publishMetadata(machine);
      await directory.commitDraft(draft, machine);
    });
  }

  destroy(machineId: string): Promise<void> {
    return this.#machines.runExclusive(machineId, async (directory) => {
      if ((await directory.readMachine())?.incoming === true) return removeIncoming(this.#machines, directory);
      await this.#power.endProcess(directory);
      await directory.remove();
      // Release the user last: no other machine may get this user while files of the user exist.
      await this.#machines.host.users?.release(directory.path);
    });
  }

  start(machineId: string): Promise<void> {
    return this.#machines.runExclusive(machineId, async (directory) => {
      // Publish the metadata again, because it is lost when the host reboots.
      await this.#machines.publishMetadata(await directory.requireMachine());
      await this.#power.start(directory);
    });
  }

  reboot(machineId: string, before: string | null, signal?: AbortSignal): Promise<void> {
    return this.#machines.runExclusive(machineId, (directory) => this.#power.reboot(directory, before, signal));
  }

  requestShutdown(machineId: string, { startsAgain = false }: StopOptions = {}): Promise<void> {
    return this.#machines.runExclusive(machineId, async (directory) => {
      await directory.requireMachine();
      const record = await this.#machines.runningProcess(directory);
      if (record === null) return;
      await this.#power.markInterrupted(directory, record, startsAgain);
      await this.#machines.ask(directory, (qmp) => qmp.command('system_powerdown'));
    });
  }

  powerOff(machineId: string, { startsAgain = false }: StopOptions = {}): Promise<void> {
    return this.#machines.runExclusive(machineId, async (directory) => {
      await directory.requireMachine();
      // A machine that is already off keeps its state, so that only machines that ran are started again.
      if (startsAgain && (await this.#machines.runningProcess(directory)) === null) return;
      await this.#power.endProcess(directory, startsAgain ? 'interrupted' : 'stopped');
    });
  }

  async inspect(machineId: string): Promise<MachineReport> {
    const directory = this.#machines.directory(machineId);
    const power = await this.#machines.powerOf(directory);
    if (power !== 'running') return { machineId, power, bootId: null, up: false };
    if (this.#power.isStalled(machineId)) return { machineId, power, bootId: null, up: false, trouble: 'disk_full' };
    const { status, bootId } = await this.#power.bootIdOf(directory);
    if (bootId !== null) return { machineId, power, bootId, up: true };
    if (isLeftByMove(status)) return { machineId, power, bootId, up: false, paused: true };
    return { machineId, power, bootId, up: false, ...(isStalledStatus(status) ? { trouble: 'disk_full' } : {}) };
  }

  async list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]> {
    const all = (await this.#machineIds()).map(async (machineId) => {
      // A watched machine runs, so its files need not be read. Reading them for thousands of guests would take seconds of CPU.
      const isWatched = this.#power.watchOf(machineId) !== null;
      const power = isWatched ? 'running' : await this.#machines.powerOf(this.#machines.directory(machineId));
      const full = power === 'running' && this.#power.isStalled(machineId);
      return { machineId, power, ...(full ? { trouble: 'disk_full' as const } : {}) };
    });
    return (await Promise.all(all)).filter(({ power }) => power !== 'absent');
  }

  async addresses(): Promise<MachineAddresses[]> {
    const all = (await this.#machineIds()).map(async (machineId) => {
      const record = await this.#machines.directory(machineId).readMachine();
      return record && record.incoming !== true ? [{ machineId, addresses: record.spec.nic.addresses }] : [];
    });
    return (await Promise.all(all)).flat();
  }

  /**
   * Returns the ids of the machines on this host. Returns none if the engine was never opened here, for example on a new host during a
   * recovery. For an open engine a missing directory is an error, because the disk with the machines may not be mounted.
   */
  async #machineIds(): Promise<string[]> {
    try {
      return await machineIdsIn(this.#machines.root);
    } catch (error) {
      if (!this.#isOpen && isNodeError(error, 'ENOENT')) return [];
      throw error;
    }
  }

  orphanedFiles(): Promise<OrphanedFile[]> {
    return orphanedFilesIn(this.#machines.root);
  }

  async measure(machineId: string, { diskMaxAgeMs = 0 }: { diskMaxAgeMs?: number } = {}): Promise<MachineUsage | null> {
    const directory = this.#machines.directory(machineId);
    const watched = this.#power.watchOf(machineId);
    if (watched !== null) {
      try {
        return await this.#measurements.ofWatched(directory, watched.watch, watched.qmp, diskMaxAgeMs);
      } catch (error) {
        // The guest may have been ended or restarted concurrently.
        if (this.#power.watchOf(machineId)?.qmp === watched.qmp) throw error;
      }
    }
    if ((await this.#machines.powerOf(directory)) !== 'running') return null;
    const record = await this.#machines.runningProcess(directory);
    return record === null ? null : this.#measurements.measureUnwatched(directory, record);
  }

  watch(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
