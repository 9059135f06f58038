/** Starts, reboots, stops and watches the processes of machines; always under the machine's mutex. */
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineEvent } from '../port.ts';
import { type AcceleratorChoice, chooseAccelerator, TCG_CPU } from './accelerator.ts';
import { bootId, reboot } from './agent-acts.ts';
import { type MachineDirectory, machineIdsIn, type ProcessRecord } from './directory.ts';
import { thaw } from './freeze.ts';
import { endGuest, killRemainingProcesses, startGuest, unboundGuest } from './guest.ts';
import { bootsIso } from './hotplug.ts';
import type { Machines } from './machines.ts';
import { guestsByDirectory, hostBoot, isAlive, recordOf } from './process.ts';
import type { Qmp } from './qmp.ts';
import { isHalted, isOutOfRoom, Watch } from './watch.ts';

export interface PowerOptions {
  home: string;
  rebootGraceMs: number;
  emit: (event: MachineEvent) => void;
}

const AGENT_MS = 3_000;
/** Poll interval while a guest shuts down. */
const LOOK_AGAIN_MS = 200;
const ASK_AGAIN_MS = 4_000;
/** Stalled guests: how often free space is checked, and how much is enough to resume them. */
const RESUME_CHECK_MS = 5_000;
const RESUME_FREE_BYTES = 32 * 2 ** 20;

interface Reboot {
  record: ProcessRecord;
  current: string | null;
  signal: AbortSignal | undefined;
}

export class Power {
  readonly #machines: Machines;
  readonly #options: PowerOptions;
  readonly #watches = new Map<string, Watch>();
  /** Called when a machine's guest resets. */
  readonly #resets = new Map<string, () => void>();
  #resumeTimer: NodeJS.Timeout | null = null;
  version = 'QEMU';
  accelerator: AcceleratorChoice = { name: 'tcg', cpu: TCG_CPU, why: 'not opened yet' };

  constructor(machines: Machines, options: PowerOptions) {
    this.#machines = machines;
    this.#options = options;
  }

  async open(version: string): Promise<void> {
    this.version = version;
    await this.#chooseAccelerator();
    this.#resumeTimer = setInterval(() => void this.#resumeStalled(), RESUME_CHECK_MS).unref();
    const unrecorded = await guestsByDirectory();
    const ids = await machineIdsIn(this.#machines.root);
    await Promise.all(ids.map((id) => this.#machines.act(id, (directory) => this.#adopt(directory, unrecorded))));
  }

  close(): void {
    if (this.#resumeTimer !== null) clearInterval(this.#resumeTimer);
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }

  /** Its watch and the connection of that; null while there is none. A machine with one runs. */
  watched(machineId: string): { watch: Watch; qmp: Qmp } | null {
    const watch = this.#watches.get(machineId);
    return watch?.qmp ? { watch, qmp: watch.qmp } : null;
  }

  /** Whether it is stalled for want of disk space. */
  outOfRoom(machineId: string): boolean {
    return this.#watches.get(machineId)?.outOfRoom === true;
  }

  async start(directory: MachineDirectory): Promise<void> {
    const machine = await directory.existing();
    const before = await directory.process();
    if (before !== null && (await isAlive(before))) {
      const status = before.ending === true ? null : await this.#status(directory);
      if (isOutOfRoom(status)) await this.#machines.ask(directory, (qmp) => qmp.command('cont'));
      if (status !== null && !isHalted(status)) return;
      await this.end(directory);
    }
    if (this.accelerator.name === 'tcg') await this.#chooseAccelerator();
    const record = await startGuest(this.#machines.host, directory, machine, this.accelerator);
    this.#watch(directory, record);
    this.#emit(directory, 'started');
  }

  async reboot(directory: MachineDirectory, before: string | null, signal?: AbortSignal): Promise<void> {
    const record = await this.#machines.mustRun(directory);
    if (before !== null && record.rebootedFrom === before) return;
    const current = await this.#bootId(directory);
    if (before !== null && current !== null && current !== before) return;
    signal?.throwIfAborted();
    const again = await this.#bootAgain(directory, { record, current, signal });
    // A replay while the guest boots could not read its boot id.
    if (before !== null) await directory.setProcess({ ...again, rebootedFrom: before });
  }

  /** Reboots through the guest, by a reset, or with a new process: a hung QEMU, or another boot order, rules out a reset. */
  async #bootAgain(directory: MachineDirectory, { record, current, signal }: Reboot): Promise<ProcessRecord> {
    // A stalled guest does not react, and would stall again after a reset.
    const still = isOutOfRoom(await this.#status(directory).catch(() => null));
    const order = still ? 'hung' : await this.#bootOrder(directory, record).catch(() => 'hung' as const);
    if (order === 'same') {
      if (current !== null && (await this.#askToReboot(directory, current, signal))) return record;
      signal?.throwIfAborted();
      await this.#machines.ask(directory, (qmp) => qmp.command('system_reset'));
      return record;
    }
    if (order === 'changed') await this.#askToShutDown(directory, record, signal);
    signal?.throwIfAborted();
    await this.end(directory);
    await this.start(directory);
    return (await directory.process()) ?? record;
  }

  /** Whether QEMU was started with the current boot order. The rescue system has none. */
  async #bootOrder(directory: MachineDirectory, record: ProcessRecord): Promise<'same' | 'changed'> {
    const { spec, rescue } = await directory.existing();
    const isoFirst = await this.#machines.ask(directory, bootsIso);
    if (record.rescue === true || rescue !== null) return 'same';
    return isoFirst === (spec.media.bootFrom === 'iso') ? 'same' : 'changed';
  }

  /** Repeats the request, since a booting guest ignores it; returns when the guest is off, or after the grace period. */
  async #askToShutDown(directory: MachineDirectory, record: ProcessRecord, signal?: AbortSignal): Promise<void> {
    const { rebootGraceMs } = this.#options;
    for (let waited = 0; waited < rebootGraceMs && signal?.aborted !== true; waited += LOOK_AGAIN_MS) {
      if (!(await isAlive(record)) || isHalted(await this.#status(directory).catch(() => null))) return;
      if (waited % ASK_AGAIN_MS === 0) await this.#machines.ask(directory, (qmp) => qmp.command('system_powerdown'));
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Kills the process, if there is one. */
  async end(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null) return;
    this.#unwatch(directory);
    await endGuest(this.#machines.host, directory, record);
    this.#emit(directory, 'stopped');
  }

  async #chooseAccelerator(): Promise<void> {
    const { host } = this.#machines;
    const { home } = this.#options;
    this.accelerator = await chooseAccelerator({ ...host, home, system: await host.system(), version: this.version });
  }

  /** Adopts a machine of an earlier driver: running, stopped meanwhile, or crashed. */
  async #adopt(directory: MachineDirectory, unrecorded: ReadonlyMap<string, number>): Promise<void> {
    let record = await directory.process();
    const pid = unrecorded.get(directory.vm);
    if (record === null && pid !== undefined) {
      record = await recordOf(pid);
      if (record !== null) await directory.setProcess(record);
    }
    if (record === null) return;
    if (!(await isAlive(record))) return this.#gone(directory);
    const halted = await this.#status(directory).then(isHalted, () => false);
    if (halted || record.ending === true) return this.end(directory);
    this.#watch(directory, record);
    // Not awaited: an agent that does not answer takes the whole timeout.
    this.#later(directory, 'a guest could not be thawed', () => thaw(this.#machines, directory));
  }

  #watch(directory: MachineDirectory, record: ProcessRecord): void {
    const { machineId } = directory;
    this.#unwatch(directory);
    const watch = new Watch(directory.vm, record, {
      onHalted: () =>
        this.#later(directory, 'the process of a guest that shut itself down could not be ended', () => this.#halted(directory)),
      onReset: () => {
        this.#resets.get(machineId)?.();
        this.#emit(directory, 'rebooted');
      },
      onRoom: (full) => this.#emit(directory, full ? 'stalled' : 'resumed'),
      onGone: () => this.#later(directory, 'the end of a guest could not be recorded', () => this.#gone(directory)),
    });
    this.#watches.set(machineId, watch);
  }

  /** Resumes guests that are stalled for want of disk space, once there is some. */
  async #resumeStalled(): Promise<void> {
    const still = [...this.#watches].filter(([, { outOfRoom }]) => outOfRoom);
    for (const [machineId] of still) {
      const directory = this.#machines.directory(machineId);
      const free = await statfs(directory.path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => 0,
      );
      if (free < RESUME_FREE_BYTES || !this.outOfRoom(machineId)) continue;
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
    this.#machines.act(machineId, body).catch((error: unknown) => log.error({ machineId, err: error }, failure));
  }

  async #halted(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null || !(await isAlive(record))) return;
    if (isHalted(await this.#status(directory))) await this.end(directory);
  }

  async #gone(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null || (await isAlive(record))) return;
    this.#unwatch(directory);
    await killRemainingProcesses(this.#machines.host, record);
    await unboundGuest(this.#machines.host, directory);
    if (record.ending === true) {
      await directory.setProcess(null);
      this.#emit(directory, 'stopped');
    } else if (record.crashed !== true && record.hostBoot === (await hostBoot())) {
      await directory.setProcess({ ...record, crashed: true });
      this.#emit(directory, 'crashed');
    }
  }

  #status(directory: MachineDirectory): Promise<unknown> {
    return this.#machines.ask(directory, (qmp) => qmp.command('query-status'));
  }

  /** Null when the guest has no agent (yet), or it does not answer. */
  #bootId(directory: MachineDirectory): Promise<string | null> {
    return this.#machines.agent(directory, AGENT_MS, bootId).catch(() => null);
  }

  /** Asks the guest to reboot; false when it does not within the grace period. */
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
    const now = await this.#bootId(directory);
    return now !== null && now !== before;
  }

  #emit({ machineId }: MachineDirectory, kind: MachineEvent['kind']): void {
    this.#options.emit({ machineId, kind, at: new Date() });
  }
}
