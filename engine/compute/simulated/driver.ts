/**
 * A driver of machines without a hypervisor, for load tests and for mocks in clients. It implements the whole port with configurable delays
 * and faults. It is used only if selected by name.
 */
import { randomBytes } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { EngineError } from '../../error.ts';
import type { DiskSource } from '../../images/port.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { Nic } from '../../nic.ts';
import type { GuestPort } from '../guest-port.ts';
import {
  CONSOLE_SECONDS,
  type ComputeCapabilities,
  type ComputePort,
  type ConsoleEndpoint,
  type DiskCopy,
  type GuestAnswer,
  type MachineAddresses,
  type MachineEvent,
  type MachineLimits,
  type MachineReport,
  type MachineSpec,
  type MachineUsage,
  type Media,
  type OnPercent,
  type OrphanedFile,
  type Seed,
  type StopOptions,
} from '../port.ts';
import { BLACK_PNG, openSimulatedConsole, type SimulatedConsole } from './console.ts';
import { createDisk, type SimulatedDisk, writeCopy } from './disk.ts';
import * as machines from './machine.ts';
import { SimulatedMoves } from './moves.ts';
import { requireMachine, requireMedia, requireRunning, requireStopped } from './require.ts';
import { injectSimulatedFault, machineIdOf, SimulatedStore } from './store.ts';

type Reads = 'capabilities' | 'directory' | 'list' | 'addresses' | 'orphanedFiles' | 'measure' | 'watch';
export type SimulatedOperation =
  | Exclude<keyof ComputePort, Reads | 'name' | 'open' | 'close' | 'guest' | 'dropCopy'>
  | keyof GuestPort;

export interface SimulatedOptions {
  /** Home directory. It contains a file per machine, so a second driver on the same home adopts the machines. */
  home: string;
  delays?: Partial<machines.SimulatedDelays>;
  /** Called before each operation. An exception makes the operation fail. */
  fail?: (act: SimulatedOperation, machineId: string) => void | Promise<void>;
  /** Returns whether the machine's guest has an agent that answers in this boot, by default true. It reports by its ready line otherwise. */
  agent?: (machineId: string, bootId: string | null) => boolean;
  /** Returns whether the machine's guest ignores shutdown and reboot requests, by default false. */
  unresponsive?: (machineId: string) => boolean;
}

/** Grace period in milliseconds before an unresponsive guest is reset. */
const UNRESPONSIVE_GRACE_MS = 30_000;

export class SimulatedCompute implements ComputePort {
  readonly name = 'simulated';
  readonly capabilities: ComputeCapabilities = {
    real: false,
    accelerator: { name: 'none', why: 'machines are simulated' },
    guestAgent: true,
    bounds: { cpu: false, memory: false, why: 'machines are simulated' },
    version: 'simulated',
  };
  readonly directory: string;
  readonly #moves: SimulatedMoves;
  readonly offer: ComputePort['offer'];
  readonly receive: ComputePort['receive'];
  readonly connect: ComputePort['connect'];
  readonly sendDisk: ComputePort['sendDisk'];
  readonly sendMemory: ComputePort['sendMemory'];
  readonly take: ComputePort['take'];
  readonly abandon: ComputePort['abandon'];
  readonly #options: SimulatedOptions;
  readonly #delays: machines.SimulatedDelays;
  readonly #store: SimulatedStore;
  readonly #mutex = new KeyedMutex();
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  readonly #seen = new Map<string, machines.Observation>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #consoles = new Map<string, SimulatedConsole>();
  /** Targets of copies that were aborted while running. */
  readonly #dropped = new Set<string>();
  #watcher: FSWatcher | null = null;
  #closed = false;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.#delays = { ...machines.NO_DELAYS, ...options.delays };
    this.#store = new SimulatedStore(options.home);
    this.directory = this.#store.directory;
    this.#moves = new SimulatedMoves({
      act: (act, machineId, body) => this.#act(act, machineId, body),
      save: (machine) => this.#save(machine),
      remove: (machineId) => this.#store.remove(machineId),
      copyDelayMs: this.#delays.copy,
    });
    ({ offer: this.offer, receive: this.receive, connect: this.connect, sendDisk: this.sendDisk } = this.#moves);
    ({ sendMemory: this.sendMemory, take: this.take, abandon: this.abandon } = this.#moves);
  }

  async open(): Promise<void> {
    await this.#store.open();
    for (const machineId of await this.#store.ids()) {
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#seen.set(machineId, machine);
      if (machine?.stopsAt != null) this.#lookAt(machineId, machine.stopsAt);
    }
    // Another process may change the files.
    this.#watcher = watch(this.#store.directory, (_kind, fileName) => {
      const machineId = fileName === null ? null : machineIdOf(fileName);
      if (machineId !== null) void this.#look(machineId).catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    this.#watcher = null;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#moves.close();
    await this.#mutex.idle();
    for (const machineId of this.#consoles.keys()) await this.#closeConsole(machineId);
  }

  create(spec: MachineSpec): Promise<void> {
    return this.#act('create', spec.machineId, async (machine) => {
      if (machine !== null && requireMachine(machine, spec.machineId)) return;
      if (this.#delays.create > 0) await sleep(this.#delays.create);
      await requireMedia(spec.media);
      await this.#save(machines.createMachine(spec, await createDisk(spec.source, spec.diskGb)));
    });
  }

  destroy(machineId: string): Promise<void> {
    return this.#act('destroy', machineId, async () => {
      await this.#closeConsole(machineId);
      await this.#store.remove(machineId);
      this.#seen.delete(machineId);
    });
  }

  start(machineId: string): Promise<void> {
    return this.#act('start', machineId, async (machine) => {
      const current = requireMachine(machine, machineId);
      if (current.trouble !== undefined) await this.#save(machines.resumeMachine(current));
      else if (current.power !== 'running') await this.#save(machines.startMachine(current, Date.now(), this.#delays.boot));
      else if (current.startsAgain === true) await this.#save(machines.markStartsAgain(current, false));
    });
  }

  reboot(machineId: string, bootId: string | null, signal?: AbortSignal): Promise<void> {
    return this.#act('reboot', machineId, async (machine) => {
      const current = requireRunning(machine, machineId);
      if (bootId !== null && current.bootId !== bootId) return;
      if (this.#options.unresponsive?.(machineId) === true) await sleep(UNRESPONSIVE_GRACE_MS, undefined, { signal });
      signal?.throwIfAborted();
      const boot = this.#agentAnswers(current) ? machines.rebootMachine : machines.restartMachine;
      await this.#save(boot(current, Date.now(), this.#delays.boot));
    });
  }

  requestShutdown(machineId: string, { startsAgain = false }: StopOptions = {}): Promise<void> {
    return this.#act('requestShutdown', machineId, async (machine) => {
      const current = machines.markStartsAgain(requireMachine(machine, machineId), startsAgain);
      const ignores = this.#options.unresponsive?.(machineId) === true;
      await this.#save(ignores ? current : machines.requestShutdown(current, Date.now(), this.#delays.shutdown));
    });
  }

  powerOff(machineId: string, { startsAgain = false }: StopOptions = {}): Promise<void> {
    return this.#act('powerOff', machineId, async (machine) => {
      const current = requireMachine(machine, machineId);
      if (startsAgain) {
        if (current.power === 'running') await this.#save(machines.endProcess(current, 'interrupted'));
      } else if (current.power !== 'stopped') await this.#save(machines.endProcess(current, 'stopped'));
    });
  }

  inspect(machineId: string): Promise<MachineReport> {
    return this.#act('inspect', machineId, async (machine) =>
      machine === null ? { machineId, power: 'absent', bootId: null, up: false } : machines.reportOf(machine, Date.now()),
    );
  }

  async list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]> {
    return (await this.#store.ids()).flatMap((id) => {
      const machine = this.#store.readCached(id);
      if (machine === null) return [];
      const { machineId, power, trouble } = machines.reportOf(machine, Date.now());
      return power === 'absent' ? [] : [{ machineId, power, ...(trouble === undefined ? {} : { trouble }) }];
    });
  }

  addresses(): Promise<MachineAddresses[]> {
    return this.#store.addresses();
  }

  orphanedFiles(): Promise<OrphanedFile[]> {
    return this.#store.orphanedFiles();
  }

  /** Returns the usage. CPU time follows the clock. Tests set the other counters (`changeSimulated`). */
  async measure(machineId: string): Promise<MachineUsage | null> {
    const machine = this.#store.readCached(machineId);
    if (machine?.power !== 'running' || machine.incoming !== undefined) return null;
    const upFor = machine.upAt === null ? 0 : Math.max(0, Date.now() - machine.upAt);
    const diskBytes = Object.values(machine.disk.files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return { cpuSeconds: (upFor / 1000) * 0.05 * machine.spec.vcpus, diskBytes, ...machine.used };
  }

  copyDisk(machineId: string, { to }: { to: string }, onProgress: OnPercent = () => {}): Promise<DiskCopy> {
    return this.#act('copyDisk', machineId, async (machine) => {
      const { disk, ...there } = requireMachine(machine, machineId);
      const frozen = machines.isUp({ disk, ...there }, Date.now()) && this.#agentAnswers(there);
      this.#dropped.delete(to);
      for (const percent of [0, 25, 50, 75]) {
        onProgress(percent);
        if (this.#delays.copy > 0) await sleep(this.#delays.copy / 4);
        if (this.#closed || this.#dropped.has(to)) throw new EngineError('host', `the copy to ${to} was aborted`);
      }
      const written = await writeCopy(disk, to);
      onProgress(100);
      return { frozen, ...written };
    });
  }

  async dropCopy(machineId: string, { to }: { to: string }): Promise<void> {
    this.#dropped.add(to);
    await this.#mutex.runExclusive(machineId, async () => {
      await rm(to, { force: true });
      this.#dropped.delete(to);
    });
  }

  rebuild(machineId: string, { source, diskGb, seed }: { source: DiskSource; diskGb: number; seed: Seed }): Promise<void> {
    return this.#act('rebuild', machineId, async (machine) => {
      const current = requireStopped(machine, machineId);
      const disk = await createDisk(source, diskGb);
      if (this.#delays.create > 0) await sleep(this.#delays.create);
      await this.#save({ ...current, disk, spec: { ...current.spec, source, diskGb, seed } });
    });
  }

  reshape(machineId: string, size: { vcpus: number; memoryMb: number; diskGb: number; limits: MachineLimits }): Promise<void> {
    return this.#act('reshape', machineId, async (machine) => {
      const current = requireStopped(machine, machineId);
      if (size.diskGb < current.spec.diskGb) throw new EngineError('unsupported', 'a disk only grows', { retryable: false });
      await this.#save({ ...current, spec: { ...current.spec, ...size } });
    });
  }

  setMedia(machineId: string, media: Media): Promise<void> {
    return this.#act('setMedia', machineId, async (machine) => {
      const current = requireMachine(machine, machineId);
      await requireMedia(media);
      await this.#save({ ...current, spec: { ...current.spec, media } });
    });
  }

  setRescue(machineId: string, seed: Seed | null): Promise<void> {
    return this.#act('setRescue', machineId, async (machine) => {
      await this.#save({ ...requireMachine(machine, machineId), rescue: seed });
    });
  }

  reseed(machineId: string, seed: Seed, nic?: Nic): Promise<void> {
    return this.#act('reseed', machineId, async (machine) => {
      const current = requireMachine(machine, machineId);
      await this.#save({ ...current, spec: { ...current.spec, seed, ...(nic && { nic }) } });
    });
  }

  setLink(machineId: string, up: boolean): Promise<void> {
    return this.#act('setLink', machineId, async (machine) => {
      await this.#save({ ...requireMachine(machine, machineId), linkUp: up });
    });
  }

  consoleLog(machineId: string): Promise<Buffer> {
    return this.#act('consoleLog', machineId, async (machine) => Buffer.from(requireMachine(machine, machineId).console));
  }

  screenshot(machineId: string): Promise<Buffer> {
    return this.#act('screenshot', machineId, async (machine) => {
      requireRunning(machine, machineId);
      return Buffer.from(BLACK_PNG);
    });
  }

  openConsole(machineId: string): Promise<ConsoleEndpoint> {
    return this.#act('openConsole', machineId, async (machine) => {
      requireRunning(machine, machineId);
      await this.#closeConsole(machineId);
      const [socketPath, password] = [this.#store.socketPath(machineId), randomBytes(4).toString('hex')];
      this.#consoles.set(machineId, await openSimulatedConsole(socketPath, password, CONSOLE_SECONDS));
      return { socketPath, password };
    });
  }

  readonly guest: GuestPort = {
    setPassword: (machineId, { user, hash }) =>
      this.#tellGuest('setPassword', machineId, (disk) => {
        if (user !== 'root') throw new EngineError('guest', `the guest has no user ${user}`, { retryable: false });
        return { ...disk, passwords: { ...disk.passwords, [user]: hash } };
      }),
    setHostname: (machineId, hostname) =>
      this.#tellGuest('setHostname', machineId, (disk) => ({ ...disk, hostname: hostNames(hostname).short, fqdn: hostname })),
    setSshKeys: (machineId, sshKeys) => this.#tellGuest('setSshKeys', machineId, (disk) => ({ ...disk, sshKeys })),
    setAddresses: (machineId, nic) =>
      this.#tellGuest('setAddresses', machineId, (disk) => ({ ...disk, addresses: machines.formatAddresses(nic) })),
  };

  watch(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Injects a fault from outside. */
  injectFault(machineId: string, kind: 'poweroff' | 'crash'): Promise<void> {
    return this.#mutex.runExclusive(machineId, async () => {
      await injectSimulatedFault(this.#options.home, machineId, kind);
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#notice(machine);
    });
  }

  #act<T>(
    act: SimulatedOperation,
    machineId: string,
    body: (machine: machines.SimulatedMachine | null) => Promise<T>,
  ): Promise<T> {
    return this.#mutex.runExclusive(machineId, async () => {
      await this.#options.fail?.(act, machineId);
      return body(await this.#store.read(machineId));
    });
  }

  #tellGuest(act: keyof GuestPort, machineId: string, change: (disk: SimulatedDisk) => SimulatedDisk): Promise<GuestAnswer> {
    return this.#act(act, machineId, async (machine) => {
      const found = requireMachine(machine, machineId);
      if (!machines.isUp(found, Date.now()) || found.bootedFrom !== 'disk' || !this.#agentAnswers(found)) return 'no_answer';
      await this.#save({ ...found, disk: change(found.disk) });
      return 'done';
    });
  }

  #agentAnswers({ spec: { machineId }, bootId }: Pick<machines.SimulatedMachine, 'spec' | 'bootId'>): boolean {
    return this.#options.agent?.(machineId, bootId) ?? true;
  }

  async #closeConsole(machineId: string): Promise<void> {
    const console = this.#consoles.get(machineId);
    this.#consoles.delete(machineId);
    await console?.close();
  }

  async #save(machine: machines.SimulatedMachine): Promise<void> {
    await this.#store.write(machine);
    this.#notice(machine);
  }

  #look(machineId: string): Promise<void> {
    return this.#mutex.runExclusive(machineId, async () => {
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#notice(machine);
    });
  }

  /** Emits changes since the last poll, and schedules a poll for the end of a pending shutdown. */
  #notice({ spec: { machineId }, power, bootId, stopsAt, trouble, incoming }: machines.SimulatedMachine): void {
    // A machine that has moved here was already running, so its arrival is no change.
    if (incoming !== undefined) return void this.#seen.set(machineId, { power, bootId, trouble });
    const before = this.#seen.get(machineId) ?? { power: 'stopped', bootId: null };
    this.#seen.set(machineId, { power, bootId, trouble });
    const kind = machines.changeBetween(before, { power, bootId, trouble });
    if (kind !== null) for (const listener of this.#listeners) listener({ machineId, kind, at: new Date() });
    if (power !== 'running') void this.#closeConsole(machineId).catch(() => undefined);
    if (stopsAt !== null) this.#lookAt(machineId, stopsAt);
  }

  #lookAt(machineId: string, time: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#look(machineId).catch(() => undefined);
    }, time - Date.now());
    this.#timers.add(timer);
  }
}
