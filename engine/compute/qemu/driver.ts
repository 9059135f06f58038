/**
 * QEMU, driven directly: a process per machine, spoken to in JSON over its monitor. Processes outlive Innkeeper; what is
 * needed to find them again stands in `directory.ts`.
 */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../host/run.ts';
import type { EngineLog } from '../../log.ts';
import { Turns } from '../../turns.ts';
import {
  type ComputeCapabilities,
  type ComputePort,
  EngineError,
  type MachineEvent,
  type MachinePower,
  type MachineReport,
  type MachineSpec,
  type MachineUsage,
} from '../port.ts';
import { type AcceleratorChoice, chooseAccelerator, TCG_CPU } from './accelerator.ts';
import { agentBootId, agentReboot } from './agent.ts';
import { MachineDirectory, machineIdsIn, type ProcessRecord } from './directory.ts';
import { imageOf, makeDisk } from './disk.ts';
import { endGuest, type GuestHost, startGuest } from './guest.ts';
import { guestsByDirectory, isAlive, recordOf, vmUser } from './process.ts';
import { isRecord, type Qmp, withQmp } from './qmp.ts';
import { writeSeed } from './seed.ts';
import { usageOf } from './usage.ts';
import { isHalted, Watch } from './watch.ts';

export interface QemuOptions {
  home: string;
  /** The checkout: `launch.sh` is there. */
  projectRoot: string;
  log: EngineLog;
  /** The tiny system for direct boot, with which KVM is proven; null while it is not built. */
  system: () => Promise<{ kernel: string; initrd: string } | null>;
  /** How long a guest may take to begin a reboot before it is reset, ms. */
  rebootGraceMs?: number;
}

const PROGRAM = 'qemu-system-x86_64';
const AGENT = { timeoutMs: 3_000 };

export class QemuCompute implements ComputePort {
  readonly name = 'qemu';
  readonly #options: QemuOptions;
  readonly #turns = new Turns();
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  readonly #watches = new Map<string, Watch>();
  #machines: string;
  #host: GuestHost;
  #version = 'QEMU';
  #accelerator: AcceleratorChoice = { name: 'tcg', cpu: TCG_CPU, why: 'not opened yet' };

  constructor(options: QemuOptions) {
    this.#options = options;
    this.#machines = join(options.home, 'machines');
    const launcher = join(options.projectRoot, 'engine', 'compute', 'qemu', 'launch.sh');
    this.#host = { program: PROGRAM, launcher, user: null, log: options.log };
  }

  get capabilities(): ComputeCapabilities {
    const { name, why } = this.#accelerator;
    return {
      real: true,
      accelerator: { name, why },
      guestAgent: true,
      bounds: { cpu: false, memory: false, why: 'not looked at' },
      version: this.#version,
    };
  }

  async open(): Promise<void> {
    await mkdir(this.#machines, { recursive: true, mode: 0o700 });
    this.#machines = await realpath(this.#machines);
    this.#host = { ...this.#host, user: await vmUser() };
    this.#version = `QEMU ${/version (\S+)/.exec(await run(PROGRAM, ['--version']))?.[1] ?? '?'}`;
    await this.#chooseAccelerator();
    const unrecorded = await guestsByDirectory();
    await Promise.all((await machineIdsIn(this.#machines)).map((id) => this.#turns.take(id, () => this.#adopt(id, unrecorded))));
  }

  async close(): Promise<void> {
    await this.#turns.idle();
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }

  create(spec: MachineSpec): Promise<void> {
    return this.#act(spec.machineId, async (directory) => {
      if ((await directory.spec()) !== null) return;
      await directory.make(spec, this.#host.user, async (vm) => {
        await makeDisk(vm, imageOf(spec), spec.diskGb);
        await writeSeed(vm, spec);
      });
    });
  }

  destroy(machineId: string): Promise<void> {
    return this.#act(machineId, async (directory) => {
      const record = await directory.process();
      if (record !== null) await this.#end(directory, record);
      await directory.remove();
    });
  }

  start(machineId: string): Promise<void> {
    return this.#act(machineId, async (directory) => {
      const spec = await existing(directory);
      const before = await directory.process();
      if (before !== null && (await isAlive(before))) {
        if (!isHalted(await this.#ask(directory, (qmp) => qmp.command('query-status')))) return;
        await this.#end(directory, before);
      }
      if (this.#accelerator.name === 'tcg') await this.#chooseAccelerator();
      const record = await startGuest(this.#host, directory, spec, this.#accelerator);
      this.#watch(directory, record);
      this.#tell(machineId, 'started');
    });
  }

  reboot(machineId: string, bootId: string | null): Promise<void> {
    return this.#act(machineId, async (directory) => {
      await existing(directory);
      const record = await this.#running(directory);
      if (record === null) throw new EngineError('guest', `${machineId} does not run`, { retryable: false });
      if (bootId !== null && record.rebootedFrom === bootId) return;
      const current = await this.#bootId(directory);
      if (bootId !== null && current !== null && current !== bootId) return;
      if (current === null || !(await this.#rebootsByItself(directory, current))) {
        await this.#ask(directory, (qmp) => qmp.command('system_reset'));
      }
      // A replay that comes while the guest boots cannot ask it for its boot id.
      if (bootId !== null) await directory.setProcess({ ...record, rebootedFrom: bootId });
    });
  }

  requestShutdown(machineId: string): Promise<void> {
    return this.#act(machineId, async (directory) => {
      await existing(directory);
      if ((await this.#running(directory)) !== null) await this.#ask(directory, (qmp) => qmp.command('system_powerdown'));
    });
  }

  powerOff(machineId: string): Promise<void> {
    return this.#act(machineId, async (directory) => {
      await existing(directory);
      const record = await directory.process();
      if (record !== null) await this.#end(directory, record);
    });
  }

  async inspect(machineId: string): Promise<MachineReport> {
    const directory = this.#directory(machineId);
    const power = await this.#powerOf(directory);
    if (power !== 'running') return { machineId, power, bootId: null, up: false };
    const bootId = await this.#bootId(directory);
    return { machineId, power, bootId, up: bootId !== null };
  }

  async list(): Promise<Pick<MachineReport, 'machineId' | 'power'>[]> {
    const all = (await machineIdsIn(this.#machines)).map(async (machineId) => ({
      machineId,
      power: await this.#powerOf(this.#directory(machineId)),
    }));
    return (await Promise.all(all)).filter(({ power }) => power !== 'absent');
  }

  async measure(machineId: string): Promise<MachineUsage | null> {
    const directory = this.#directory(machineId);
    const [spec, record] = [await directory.spec(), await this.#running(directory)];
    return spec === null || record === null ? null : usageOf(directory.vm, spec, record);
  }

  watch(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly copyDisk = unsupported;
  readonly dropCopy = unsupported;
  readonly rebuild = unsupported;
  readonly reshape = unsupported;
  readonly setMedia = unsupported;
  readonly setRescue = unsupported;
  readonly reseed = unsupported;
  readonly setLink = unsupported;
  readonly consoleLog = unsupported;
  readonly screenshot = unsupported;
  readonly openConsole = unsupported;
  readonly guest = { setPassword: unsupported, setHostname: unsupported, setSshKeys: unsupported };

  #act<T>(machineId: string, body: (directory: MachineDirectory) => Promise<T>): Promise<T> {
    const directory = this.#directory(machineId);
    return this.#turns.take(machineId, () => body(directory));
  }

  #directory(machineId: string): MachineDirectory {
    return new MachineDirectory(this.#machines, machineId);
  }

  #ask<T>(directory: MachineDirectory, act: (qmp: Qmp) => Promise<T>): Promise<T> {
    return withQmp(directory.vm, 'act.sock', act);
  }

  async #chooseAccelerator(): Promise<void> {
    const { home } = this.#options;
    const system = await this.#options.system();
    this.#accelerator = await chooseAccelerator({ ...this.#host, home, system, version: this.#version });
  }

  /** Takes up what an earlier Innkeeper left: a guest that runs, one that has stopped since, or one that crashed. */
  async #adopt(machineId: string, unrecorded: ReadonlyMap<string, number>): Promise<void> {
    const directory = this.#directory(machineId);
    let record = await directory.process();
    const pid = unrecorded.get(directory.vm);
    if (record === null && pid !== undefined) {
      record = await recordOf(pid);
      if (record !== null) await directory.setProcess(record);
    }
    if (record === null) return;
    if (!(await isAlive(record))) return this.#gone(directory);
    const halted = await this.#ask(directory, (qmp) => qmp.command('query-status')).then(isHalted, () => false);
    if (halted || record.ending === true) await this.#end(directory, record);
    else this.#watch(directory, record);
  }

  #watch(directory: MachineDirectory, record: ProcessRecord): void {
    const { machineId } = directory;
    this.#watches.get(machineId)?.stop();
    const later = (what: string, body: () => Promise<void>) => {
      this.#turns.take(machineId, body).catch((error: unknown) => this.#options.log.error({ machineId, err: error }, what));
    };
    const watch = new Watch(directory.vm, record, {
      onHalted: () => later('a guest that powered itself off could not be ended', () => this.#halted(directory)),
      onReset: () => this.#tell(machineId, 'rebooted'),
      onGone: () => later('the end of a guest could not be recorded', () => this.#gone(directory)),
    });
    this.#watches.set(machineId, watch);
  }

  async #halted(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null || !(await isAlive(record))) return;
    const status = await this.#ask(directory, (qmp) => qmp.command('query-status'));
    if (isHalted(status)) await this.#end(directory, record);
  }

  async #gone(directory: MachineDirectory): Promise<void> {
    const record = await directory.process();
    if (record === null || (await isAlive(record))) return;
    this.#watches.get(directory.machineId)?.stop();
    this.#watches.delete(directory.machineId);
    if (record.ending === true) {
      await directory.setProcess(null);
      this.#tell(directory.machineId, 'stopped');
    } else if (record.crashed !== true) {
      await directory.setProcess({ ...record, crashed: true });
      this.#tell(directory.machineId, 'crashed');
    }
  }

  async #end(directory: MachineDirectory, record: ProcessRecord): Promise<void> {
    this.#watches.get(directory.machineId)?.stop();
    this.#watches.delete(directory.machineId);
    await endGuest(directory, record);
    this.#tell(directory.machineId, 'stopped');
  }

  async #running(directory: MachineDirectory): Promise<ProcessRecord | null> {
    const record = await directory.process();
    return record !== null && (await isAlive(record)) ? record : null;
  }

  async #powerOf(directory: MachineDirectory): Promise<MachinePower> {
    if ((await directory.spec()) === null) return 'absent';
    const record = await directory.process();
    if (record === null) return 'stopped';
    if (await isAlive(record)) return record.ending === true ? 'stopped' : 'running';
    return record.ending === true ? 'stopped' : 'crashed';
  }

  /** Null when the guest's agent is not there (yet), or does not answer. */
  async #bootId(directory: MachineDirectory): Promise<string | null> {
    return this.#turns.take(`${directory.machineId} agent`, async () => {
      try {
        const listens = await this.#ask(directory, agentListens);
        return listens ? await agentBootId(directory.vm, AGENT) : null;
      } catch {
        return null;
      }
    });
  }

  /** Asks the guest to reboot; false when it has not begun to within the grace. */
  async #rebootsByItself(directory: MachineDirectory, bootId: string): Promise<boolean> {
    const grace = new AbortController();
    const began = () => grace.abort();
    const unwatch = this.watch(({ machineId, kind }) => {
      if (machineId === directory.machineId && kind === 'rebooted') began();
    });
    try {
      await agentReboot(directory.vm, AGENT);
      await sleep(this.#options.rebootGraceMs ?? 30_000, undefined, { signal: grace.signal });
    } catch {
      if (grace.signal.aborted) return true;
    } finally {
      unwatch();
    }
    // Another process may have heard of it in our place.
    const now = await this.#bootId(directory);
    return now !== null && now !== bootId;
  }

  #tell(machineId: string, kind: MachineEvent['kind']): void {
    for (const listener of this.#listeners) listener({ machineId, kind, at: new Date() });
  }
}

async function unsupported(): Promise<never> {
  throw new EngineError('unsupported', 'not with QEMU yet', { retryable: false });
}

async function existing(directory: MachineDirectory): Promise<MachineSpec> {
  const spec = await directory.spec();
  if (spec === null) throw new EngineError('absent', `there is no machine ${directory.machineId}`, { retryable: false });
  return spec;
}

/** Whether a program in the guest has the agent's port open: asking a port that nobody reads costs the whole time limit. */
async function agentListens(qmp: Qmp): Promise<boolean> {
  const chardevs = await qmp.command('query-chardev');
  return (
    Array.isArray(chardevs) && chardevs.some((dev) => isRecord(dev) && dev.label === 'agent' && dev['frontend-open'] === true)
  );
}
