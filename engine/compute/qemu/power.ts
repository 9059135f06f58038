/** Starts, reboots, stops and watches the processes of machines. The caller holds the machine's mutex. */
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../../atomic.ts';
import { hostBoot, isAlive, type ProcessRecord, recordOf } from '../../host/process.ts';
import type { MachineEvent } from '../port.ts';
import { type AcceleratorChoice, chooseAccelerator, TCG_CPU } from './accelerator.ts';
import { bootId, reboot } from './agent-requests.ts';
import { READY } from './command.ts';
import { withCpuModel } from './cpu-model.ts';
import { type MachineDirectory, machineIdsIn } from './directory.ts';
import { thaw } from './freeze.ts';
import { endGuest, killRemainingProcesses, removeGuestLimits, startGuest } from './guest.ts';
import { bootsIso } from './hotplug.ts';
import type { Machines } from './machines.ts';
import { guestsByDirectory, hasArgument } from './process.ts';
import type { Qmp } from './qmp.ts';
import { ReadyLines } from './ready-line.ts';
import { isHaltedStatus, isStalledStatus, Watch } from './watch.ts';

export interface PowerOptions {
  home: string;
  rebootGraceMs: number;
  /** CPU model of guests, as in `guests.cpu_model`. */
  cpuModel: string;
  /** Free bytes on their file system that are enough to resume stalled guests. */
  resumeFreeBytes: number;
  emit: (event: MachineEvent) => void;
}

const AGENT_MS = 3_000;
/** Poll interval in milliseconds while a guest shuts down. */
const POLL_INTERVAL_MS = 200;
const ASK_AGAIN_MS = 4_000;
/** Interval in milliseconds of checks for free disk space while guests are stalled. */
const RESUME_CHECK_MS = 5_000;

interface Reboot {
  record: ProcessRecord;
  /** Boot id by the agent, or `null` if no agent answers. */
  agentBootId: string | null;
  signal: AbortSignal | undefined;
}

export class Power {
  readonly #machines: Machines;
  readonly #options: PowerOptions;
  readonly #watches = new Map<string, Watch>();
  /** Callbacks by machine id, called when the guest resets. */
  readonly #resets = new Map<string, () => void>();
  readonly #readyLines: ReadyLines;
  #resumeTimer: NodeJS.Timeout | null = null;
  version = 'QEMU';
  accelerator: AcceleratorChoice = { name: 'tcg', cpu: TCG_CPU, why: 'not opened yet' };

  constructor(machines: Machines, options: PowerOptions) {
    this.#machines = machines;
    this.#options = options;
    this.#readyLines = new ReadyLines(machines);
  }

  async open(version: string): Promise<void> {
    this.version = version;
    await this.#chooseAccelerator();
    this.#resumeTimer = setInterval(() => void this.#resumeStalled(), RESUME_CHECK_MS).unref();
    const unrecorded = await guestsByDirectory();
    const ids = await machineIdsIn(this.#machines.root);
    await Promise.all(ids.map((id) => this.#machines.runExclusive(id, (directory) => this.#adopt(directory, unrecorded))));
  }

  close(): void {
    if (this.#resumeTimer !== null) clearInterval(this.#resumeTimer);
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }

  /** Returns the machine's watch and the watch's connection, or `null` if either is missing. A machine with a watch runs. */
  watchOf(machineId: string): { watch: Watch; qmp: Qmp } | null {
    const watch = this.#watches.get(machineId);
    return watch?.qmp ? { watch, qmp: watch.qmp } : null;
  }

  /** Returns whether the machine is stalled because the host's disk is full. */
  isStalled(machineId: string): boolean {
    return this.#watches.get(machineId)?.isStalled === true;
  }

  async start(directory: MachineDirectory): Promise<void> {
    const machine = await directory.requireMachine();
    const before = await directory.readProcess();
    if (before !== null && (await isAlive(before))) {
      const status = before.ending === true ? null : await this.#status(directory);
      if (isStalledStatus(status)) await this.#machines.ask(directory, (qmp) => qmp.command('cont'));
      if (status !== null && !isHaltedStatus(status)) return this.markInterrupted(directory, before, false);
      await this.endProcess(directory);
    }
    if (this.accelerator.name === 'tcg') await this.#chooseAccelerator();
    await this.#readyLines.clear(directory);
    const record = await startGuest(this.#machines.host, directory, machine, this.accelerator);
    this.watch(directory, record);
    this.#emit(directory, 'started');
  }

  async reboot(directory: MachineDirectory, before: string | null, signal?: AbortSignal): Promise<void> {
    const record = await this.#machines.requireRunning(directory);
    if (before !== null && record.rebootedFrom === before) return;
    const agentBootId = await this.agentBootId(directory);
    const current = agentBootId ?? (await this.readyLine(directory)).bootId;
    if (before !== null && current !== null && current !== before) return;
    signal?.throwIfAborted();
    const newRecord = await this.#bootAgain(directory, { record, agentBootId, signal });
    // While the guest boots, a replay cannot read the boot id. The record then prevents a second reboot.
    if (before !== null) await directory.writeProcess({ ...newRecord, rebootedFrom: before });
  }

  /**
   * Reboots the machine and returns the record of its process. A guest with an agent reboots itself, or is reset if it does not react. A
   * guest without one is shut down by its power button and started again, because a reset would lose what it has not written yet. A stalled
   * guest, a hung QEMU and a changed boot order require a new process, too.
   */
  async #bootAgain(directory: MachineDirectory, { record, agentBootId, signal }: Reboot): Promise<ProcessRecord> {
    // A stalled guest does not react, and would stall again after a reset.
    const isStalled = isStalledStatus(await this.#status(directory).catch(() => null));
    const keepsProcess = this.#keepsProcess(directory, record, agentBootId !== null).catch(() => 'hung' as const);
    const keeps = isStalled ? 'hung' : await keepsProcess;
    if (keeps === true) {
      if (agentBootId !== null && (await this.#askToReboot(directory, agentBootId, signal))) return record;
      signal?.throwIfAborted();
      await this.#machines.ask(directory, (qmp) => qmp.command('system_reset'));
      return record;
    }
    if (keeps === false) await this.#askToShutDown(directory, record, signal);
    signal?.throwIfAborted();
    await this.endProcess(directory);
    await this.start(directory);
    return (await directory.readProcess()) ?? record;
  }

  /** Returns whether a reboot keeps QEMU's process. The rescue system reboots into itself, and has no boot order. */
  async #keepsProcess(directory: MachineDirectory, record: ProcessRecord, agentAnswers: boolean): Promise<boolean> {
    const { spec, rescue } = await directory.requireMachine();
    const isoFirst = await this.#machines.ask(directory, bootsIso);
    if (record.rescue === true || rescue !== null) return true;
    return agentAnswers && isoFirst === (spec.media.bootFrom === 'iso');
  }

  /**
   * Asks the guest to shut down, repeatedly, because a booting guest ignores the request. Returns when the guest is off, after the grace
   * period, or when `signal` is aborted.
   */
  async #askToShutDown(directory: MachineDirectory, record: ProcessRecord, signal?: AbortSignal): Promise<void> {
    const { rebootGraceMs } = this.#options;
    for (let waited = 0; waited < rebootGraceMs && signal?.aborted !== true; waited += POLL_INTERVAL_MS) {
      if (!(await isAlive(record)) || isHaltedStatus(await this.#status(directory).catch(() => null))) return;
      if (waited % ASK_AGAIN_MS === 0) await this.#machines.ask(directory, (qmp) => qmp.command('system_powerdown'));
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** Records whether a running machine becomes `interrupted` when its process ends. */
  async markInterrupted(directory: MachineDirectory, record: ProcessRecord, isInterrupted: boolean): Promise<void> {
    if ((record.interrupted === true) === isInterrupted) return;
    // A full disk must not prevent the shutdown request.
    await directory.writeProcess(withInterrupted(record, isInterrupted)).catch((error: unknown) => {
      if (!isNodeError(error, 'ENOSPC', 'EDQUOT')) throw error;
    });
  }

  /** Kills the process, if there is one. The machine becomes `as`. With `recorded`, the record's `interrupted` flag decides its state. */
  async endProcess(directory: MachineDirectory, as: 'stopped' | 'interrupted' | 'recorded' = 'stopped'): Promise<void> {
    this.#readyLines.drop(directory.machineId);
    const record = await directory.readProcess();
    if (record === null) return;
    this.#unwatch(directory);
    const isInterrupted = as === 'interrupted' || (as === 'recorded' && record.interrupted === true);
    await endGuest(this.#machines.host, directory, withInterrupted(record, isInterrupted));
    this.#emit(directory, 'stopped');
  }

  async #chooseAccelerator(): Promise<void> {
    const { host } = this.#machines;
    const { home, cpuModel } = this.#options;
    const choice = await chooseAccelerator({ ...host, home, system: await host.system(), version: this.version });
    this.accelerator = withCpuModel(choice, cpuModel);
  }

  /** Adopts a machine that an earlier driver started. In between, the machine may have stopped or crashed. */
  async #adopt(directory: MachineDirectory, unrecorded: ReadonlyMap<string, number>): Promise<void> {
    let record = await directory.readProcess();
    const pid = unrecorded.get(directory.vm);
    if (record === null && pid !== undefined) {
      record = await recordOf(pid);
      if (record !== null && (await hasArgument(pid, READY.port))) record.readyPort = true;
      if (record !== null) await directory.writeProcess(record);
    }
    if (record === null || (await directory.readMachine())?.incoming === true) return;
    if (!(await isAlive(record))) return this.#gone(directory);
    const halted = await this.#status(directory).then(isHaltedStatus, () => false);
    if (halted || record.ending === true) return this.endProcess(directory, record.ending === true ? 'stopped' : 'recorded');
    this.watch(directory, record);
    // Not awaited: an agent that does not answer takes the whole timeout.
    this.#later(directory, 'a guest could not be thawed', () => thaw(this.#machines, directory));
  }

  /** Watches a guest that was started or has moved to this node. */
  watch(directory: MachineDirectory, record: ProcessRecord): void {
    const { machineId } = directory;
    this.#unwatch(directory);
    const watch = new Watch(directory.vm, record, {
      onHalted: () =>
        this.#later(directory, 'the process of a guest that shut itself down could not be ended', () => this.#halted(directory)),
      onReset: (at) => {
        this.#resets.get(machineId)?.();
        this.#readyLines.discardBefore(directory, at).catch((error: unknown) => {
          this.#machines.host.log.error({ machineId, err: error }, 'the ready line of a guest that reset could not be discarded');
        });
        this.#emit(directory, 'rebooted');
      },
      onStallChange: (full) => this.#emit(directory, full ? 'stalled' : 'resumed'),
      onExit: () => this.#later(directory, 'the end of a guest could not be recorded', () => this.#gone(directory)),
    });
    this.#watches.set(machineId, watch);
  }

  /** Resumes guests that stalled on a full disk, once there is space. */
  async #resumeStalled(): Promise<void> {
    const stalled = [...this.#watches].filter(([, { isStalled: outOfRoom }]) => outOfRoom);
    for (const [machineId] of stalled) {
      const directory = this.#machines.directory(machineId);
      const free = await statfs(directory.path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => 0,
      );
      if (free < this.#options.resumeFreeBytes || !this.isStalled(machineId)) continue;
      await this.#machines
        .ask(directory, (qmp) => qmp.command('cont'))
        .catch((error: unknown) => {
          this.#machines.host.log.warn({ machineId, err: error }, 'a stalled guest could not be resumed');
        });
    }
  }

  #unwatch({ machineId }: MachineDirectory): void {
    this.#watches.get(machineId)?.stop();
    this.#watches.delete(machineId);
  }

  #later(directory: MachineDirectory, failure: string, body: () => Promise<void>): void {
    const { machineId } = directory;
    const { log } = this.#machines.host;
    this.#machines.runExclusive(machineId, body).catch((error: unknown) => log.error({ machineId, err: error }, failure));
  }

  async #halted(directory: MachineDirectory): Promise<void> {
    const record = await directory.readProcess();
    if (record === null || !(await isAlive(record))) return;
    if (isHaltedStatus(await this.#status(directory))) await this.endProcess(directory, 'recorded');
  }

  async #gone(directory: MachineDirectory): Promise<void> {
    const record = await directory.readProcess();
    if (record === null || (await isAlive(record))) return;
    this.#unwatch(directory);
    await killRemainingProcesses(this.#machines.host, record);
    await removeGuestLimits(this.#machines.host, directory);
    if (record.ending === true) {
      await directory.writeProcess(null);
      this.#emit(directory, 'stopped');
    } else if (record.interrupted === true) {
      this.#emit(directory, 'stopped');
    } else if (record.crashed !== true && record.hostBoot === (await hostBoot())) {
      await directory.writeProcess({ ...record, crashed: true });
      this.#emit(directory, 'crashed');
    }
  }

  #status(directory: MachineDirectory): Promise<unknown> {
    return this.#machines.ask(directory, (qmp) => qmp.command('query-status'));
  }

  /** Returns QEMU's status and the boot id of the guest's ready line, each `null` if unknown. */
  readyLine(directory: MachineDirectory): Promise<{ status: unknown; bootId: string | null }> {
    return this.#readyLines.read(directory);
  }

  /**
   * Returns QEMU's status and the guest's boot id, each `null` if unknown. If the image reports by its ready line, the line is read first.
   * An agent that does not tell the boot id would cost seconds each time.
   */
  async bootIdOf(directory: MachineDirectory): Promise<{ status: unknown; bootId: string | null }> {
    const source = (await directory.readMachine())?.spec.source;
    const hasLine = source?.from === 'image' && source.image.reports === 'line';
    const line = hasLine ? await this.readyLine(directory) : null;
    if (line !== null && line.bootId !== null) return line;
    const bootIdOfAgent = await this.agentBootId(directory);
    if (bootIdOfAgent !== null) return { status: null, bootId: bootIdOfAgent };
    return line ?? this.readyLine(directory);
  }

  /** Returns the boot id of the last ready line of a guest that is paused to move, or `null` if there is none. */
  lastReadyLine(directory: MachineDirectory, qmp: Qmp): Promise<string | null> {
    return this.#readyLines.lastLine(directory, qmp);
  }

  /** Keeps the boot id of the ready line of a guest that has moved to this node. */
  adoptReadyLine(directory: MachineDirectory, bootId: string | null): Promise<void> {
    return this.#readyLines.adopt(directory, bootId);
  }

  /** Returns the boot id, or `null` if no agent answers. */
  agentBootId(directory: MachineDirectory): Promise<string | null> {
    return this.#machines.agent(directory, AGENT_MS, bootId).catch(() => null);
  }

  /** Asks the guest to reboot. Returns false if it does not reboot within the grace period. */
  async #askToReboot(directory: MachineDirectory, before: string, signal?: AbortSignal): Promise<boolean> {
    const grace = new AbortController();
    this.#resets.set(directory.machineId, () => grace.abort());
    try {
      await this.#machines.agent(directory, AGENT_MS, reboot);
      const either = signal === undefined ? grace.signal : AbortSignal.any([grace.signal, signal]);
      await sleep(this.#options.rebootGraceMs, undefined, { signal: either });
    } catch {
      if (grace.signal.aborted) return true;
      signal?.throwIfAborted();
    } finally {
      this.#resets.delete(directory.machineId);
    }
    // Another process may have received the reset event.
    const now = await this.agentBootId(directory);
    return now !== null && now !== before;
  }

  #emit({ machineId }: MachineDirectory, kind: MachineEvent['kind']): void {
    this.#options.emit({ machineId, kind, at: new Date() });
  }
}

function withInterrupted({ interrupted: _before, ...record }: ProcessRecord, isInterrupted: boolean): ProcessRecord {
  return isInterrupted ? { ...record, interrupted: true } : record;
}
