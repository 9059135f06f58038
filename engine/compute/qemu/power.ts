/** Starting, rebooting, ending and watching the processes of machines; all in the machine's turn. */
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
import { isHalted, isOutOfRoom, Watch } from './watch.ts';

export interface PowerOptions {
  home: string;
  rebootGraceMs: number;
  tell: (event: MachineEvent) => void;
}

const AGENT_MS = 3_000;
/** While a guest shuts down. */
const LOOK_AGAIN_MS = 200;
const ASK_AGAIN_MS = 4_000;
/** While guests stand still for want of room: how often we look for some, and how much lets them go on and not stop at once. */
const SEEK_ROOM_MS = 5_000;
const ROOM_BYTES = 32 * 2 ** 20;

interface Reboot {
  record: ProcessRecord;
  current: string | null;
  signal: AbortSignal | undefined;
}

export class Power {
  readonly #machines: Machines;
  readonly #options: PowerOptions;
  readonly #watches = new Map<string, Watch>();
  /** Called when a machine's guest begins to boot anew. */
  readonly #resets = new Map<string, () => void>();
  #seeker: NodeJS.Timeout | null = null;
  version = 'QEMU';
  accelerator: AcceleratorChoice = { name: 'tcg', cpu: TCG_CPU, why: 'not opened yet' };

  constructor(machines: Machines, options: PowerOptions) {
    this.#machines = machines;
    this.#options = options;
  }

  async open(version: string): Promise<void> {
    this.version = version;
    await this.#chooseAccelerator();
    this.#seeker = setInterval(() => void this.#seekRoom(), SEEK_ROOM_MS).unref();
    const unrecorded = await guestsByDirectory();
    const ids = await machineIdsIn(this.#machines.root);
    await Promise.all(ids.map((id) => this.#machines.act(id, (directory) => this.#adopt(directory, unrecorded))));
  }

  close(): void {
    if (this.#seeker !== null) clearInterval(this.#seeker);
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }

  /** Whether it is known to stand still for want of room. */
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
    this.#tell(directory, 'started');
  }

  async reboot(directory: MachineDirectory, before: string | null, signal?: AbortSignal): Promise<void> {
    const record = await this.#machines.mustRun(directory);
    if (before !== null && record.rebootedFrom === before) return;
    const current = await this.#bootId(directory);
    if (before !== null && current !== null && current !== before) return;
    signal?.throwIfAborted();
    const again = await this.#bootAgain(directory, { record, current, signal });
    // A replay that comes while the guest boots cannot ask it for its boot id.
    if (before !== null) await directory.setProcess({ ...again, rebootedFrom: before });
  }

  /** By the guest itself, by a reset, or by another process: one that hangs, or was told another boot order, can't be reset. */
  async #bootAgain(directory: MachineDirectory, { record, current, signal }: Reboot): Promise<ProcessRecord> {
    // One that stands still hears nothing, and would stand still after a reset as well.
    const still = isOutOfRoom(await this.#status(directory).catch(() => null));
    const order = still ? 'hung' : await this.#bootOrder(directory, record).catch(() => 'hung' as const);
    if (order === 'same') {
      if (current !== null && (await this.#rebootsByItself(directory, current, signal))) return record;
      signal?.throwIfAborted();
      await this.#machines.ask(directory, (qmp) => qmp.command('system_reset'));
      return record;
    }
    if (order === 'changed') await this.#shutsDown(directory, record, signal);
    signal?.throwIfAborted();
    await this.end(directory);
    await this.start(directory);
    return (await directory.process()) ?? record;
  }

  /** Whether QEMU was started to boot what the machine shall boot now. The rescue system knows no order. */
  async #bootOrder(directory: MachineDirectory, record: ProcessRecord): Promise<'same' | 'changed'> {
    const { spec, rescue } = await directory.existing();
    const isoFirst = await this.#machines.ask(directory, bootsIso);
    if (record.rescue === true || rescue !== null) return 'same';
    return isoFirst === (spec.media.bootFrom === 'iso') ? 'same' : 'changed';
  }

  /** Asks it to, again and again, since one that still boots loses the press; returns when it has, or its grace is over. */
  async #shutsDown(directory: MachineDirectory, record: ProcessRecord, signal?: AbortSignal): Promise<void> {
    const { rebootGraceMs } = this.#options;
    for (let waited = 0; waited < rebootGraceMs && signal?.aborted !== true; waited += LOOK_AGAIN_MS) {
      if (!(await isAlive(record)) || isHalted(await this.#status(directory).catch(() => null))) return;
      if (waited % ASK_AGAIN_MS === 0) await this.#machines.ask(directory, (qmp) => qmp.command('system_powerdown'));
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Ends the process, if there is one. */
  async end(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null) return;
    this.#unwatch(directory);
    await endGuest(this.#machines.host, directory, record);
    this.#tell(directory, 'stopped');
  }

  async #chooseAccelerator(): Promise<void> {
    const { host } = this.#machines;
    const { home } = this.#options;
    this.accelerator = await chooseAccelerator({ ...host, home, system: await host.system(), version: this.version });
  }

  /** Takes up what an earlier Innkeeper left: a guest that runs, one that has stopped since, or one that crashed. */
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
    // Not waited for: an agent that is silent takes its time.
    this.#later(directory, 'a guest could not be thawed', () => thaw(this.#machines, directory));
  }

  #watch(directory: MachineDirectory, record: ProcessRecord): void {
    const { machineId } = directory;
    this.#unwatch(directory);
    const watch = new Watch(directory.vm, record, {
      onHalted: () => this.#later(directory, 'a guest that powered itself off could not be ended', () => this.#halted(directory)),
      onReset: () => {
        this.#resets.get(machineId)?.();
        this.#tell(directory, 'rebooted');
      },
      onRoom: (full) => this.#tell(directory, full ? 'stalled' : 'resumed'),
      onGone: () => this.#later(directory, 'the end of a guest could not be recorded', () => this.#gone(directory)),
    });
    this.#watches.set(machineId, watch);
  }

  /** Lets those go on that stand still for want of room, once there is some. */
  async #seekRoom(): Promise<void> {
    const still = [...this.#watches].filter(([, { outOfRoom }]) => outOfRoom);
    for (const [machineId] of still) {
      const directory = this.#machines.directory(machineId);
      const free = await statfs(directory.path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => 0,
      );
      if (free < ROOM_BYTES || !this.outOfRoom(machineId)) continue;
      await this.#machines
        .ask(directory, (qmp) => qmp.command('cont'))
        .catch((error: unknown) => {
          this.#machines.host.log.warn({ machineId, err: error }, 'a guest could not be told to go on');
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
      this.#tell(directory, 'stopped');
    } else if (record.crashed !== true && record.hostBoot === (await hostBoot())) {
      await directory.setProcess({ ...record, crashed: true });
      this.#tell(directory, 'crashed');
    }
  }

  #status(directory: MachineDirectory): Promise<unknown> {
    return this.#machines.ask(directory, (qmp) => qmp.command('query-status'));
  }

  /** Null when the guest's agent is not there (yet), or does not answer. */
  #bootId(directory: MachineDirectory): Promise<string | null> {
    return this.#machines.agent(directory, AGENT_MS, bootId).catch(() => null);
  }

  /** Asks the guest to reboot; false when it has not begun to within the grace. */
  async #rebootsByItself(directory: MachineDirectory, before: string, signal?: AbortSignal): Promise<boolean> {
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
    // Another process may have heard of it in our place.
    const now = await this.#bootId(directory);
    return now !== null && now !== before;
  }

  #tell({ machineId }: MachineDirectory, kind: MachineEvent['kind']): void {
    this.#options.tell({ machineId, kind, at: new Date() });
  }
}
