/**
 * Machines that are only remembered: for load tests and for mocks in clients. It keeps every promise of the port, with
 * delays and faults as ordered, and is never used unless it was asked for by name.
 */
import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
import * as machines from './machine.ts';
import { machineIdOf, pokeSimulated, SimulatedStore } from './store.ts';

export type SimulatedAct = 'create' | 'destroy' | 'start' | 'reboot' | 'requestShutdown' | 'powerOff' | 'inspect';

export interface SimulatedOptions {
  /** Machines are files below it, so a second driver over the same home adopts them. */
  home: string;
  delays?: Partial<machines.SimulatedDelays>;
  /** Called before each act; what it throws is how the act fails. */
  fail?: (act: SimulatedAct, machineId: string) => void | Promise<void>;
}

interface Seen {
  power: MachinePower;
  bootId: string | null;
}

export class SimulatedCompute implements ComputePort {
  readonly name = 'simulated';
  readonly capabilities: ComputeCapabilities = {
    real: false,
    accelerator: { name: 'none', why: 'machines are simulated' },
    guestAgent: false,
    version: 'simulated',
  };
  readonly #options: SimulatedOptions;
  readonly #delays: machines.SimulatedDelays;
  readonly #store: SimulatedStore;
  readonly #turns = new Turns();
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  readonly #seen = new Map<string, Seen>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #watcher: FSWatcher | null = null;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.#delays = { ...machines.NO_DELAYS, ...options.delays };
    this.#store = new SimulatedStore(options.home);
  }

  async open(): Promise<void> {
    await this.#store.open();
    for (const machineId of await this.#store.ids()) {
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#seen.set(machineId, machine);
      if (machine?.stopsAt != null) this.#lookAt(machineId, machine.stopsAt);
    }
    // Another process may poke at the files.
    this.#watcher = watch(this.#store.directory, (_kind, fileName) => {
      const machineId = fileName === null ? null : machineIdOf(fileName);
      if (machineId !== null) void this.#look(machineId).catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    this.#watcher = null;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await this.#turns.idle();
  }

  create(spec: MachineSpec): Promise<void> {
    return this.#act('create', spec.machineId, async (machine) => {
      if (machine !== null) return;
      if (this.#delays.create > 0) await sleep(this.#delays.create);
      await this.#save(machines.createdMachine(spec));
    });
  }

  destroy(machineId: string): Promise<void> {
    return this.#act('destroy', machineId, async () => {
      await this.#store.remove(machineId);
      this.#seen.delete(machineId);
    });
  }

  start(machineId: string): Promise<void> {
    return this.#act('start', machineId, async (machine) => {
      const there = existing(machine, machineId);
      if (there.power !== 'running') await this.#save(machines.booted(there, Date.now(), this.#delays.boot));
    });
  }

  reboot(machineId: string, bootId: string | null): Promise<void> {
    return this.#act('reboot', machineId, async (machine) => {
      const there = existing(machine, machineId);
      if (there.power !== 'running')
        throw new EngineError('guest', `${machineId} does not run`, {
          retryable: false,
        });
      if (bootId !== null && there.bootId !== bootId) return;
      await this.#save(machines.booted(there, Date.now(), this.#delays.boot));
    });
  }

  requestShutdown(machineId: string): Promise<void> {
    return this.#act('requestShutdown', machineId, async (machine) => {
      await this.#save(machines.askedToShutDown(existing(machine, machineId), Date.now(), this.#delays.shutdown));
    });
  }

  powerOff(machineId: string): Promise<void> {
    return this.#act('powerOff', machineId, async (machine) => {
      const there = existing(machine, machineId);
      if (there.power !== 'stopped') await this.#save(machines.ended(there, 'stopped'));
    });
  }

  inspect(machineId: string): Promise<MachineReport> {
    return this.#act('inspect', machineId, async (machine) =>
      machine === null ? { machineId, power: 'absent', bootId: null, up: false } : machines.reportOf(machine, Date.now()),
    );
  }

  async list(): Promise<Pick<MachineReport, 'machineId' | 'power'>[]> {
    const all = await Promise.all((await this.#store.ids()).map((id) => this.#store.read(id)));
    return all.filter((machine) => machine !== null).map(({ spec, power }) => ({ machineId: spec.machineId, power }));
  }

  /** CPU time passes with the clock; nothing else is used. */
  async measure(machineId: string): Promise<MachineUsage | null> {
    const machine = await this.#store.read(machineId);
    if (machine?.power !== 'running' || machine.upAt === null) return null;
    const cpuSeconds = Math.max(0, (Date.now() - machine.upAt) / 1000) * 0.05 * machine.spec.vcpus;
    return { cpuSeconds, diskBytes: 0, diskReadBytes: 0, diskWrittenBytes: 0, netInBytes: 0, netOutBytes: 0 };
  }

  watch(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Plays what the world outside does to a guest. */
  poke(machineId: string, kind: 'poweroff' | 'crash'): Promise<void> {
    return this.#turns.take(machineId, async () => {
      await pokeSimulated(this.#options.home, machineId, kind);
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#notice(machine);
    });
  }

  #act<T>(act: SimulatedAct, machineId: string, body: (machine: machines.SimulatedMachine | null) => Promise<T>): Promise<T> {
    return this.#turns.take(machineId, async () => {
      await this.#options.fail?.(act, machineId);
      return body(await this.#store.read(machineId));
    });
  }

  async #save(machine: machines.SimulatedMachine): Promise<void> {
    await this.#store.write(machine);
    this.#notice(machine);
  }

  #look(machineId: string): Promise<void> {
    return this.#turns.take(machineId, async () => {
      const machine = await this.#store.read(machineId);
      if (machine !== null) this.#notice(machine);
    });
  }

  /** Tells what has changed since the last look, and looks again when a shutdown will be complete. */
  #notice({ spec: { machineId }, power, bootId, stopsAt }: machines.SimulatedMachine): void {
    const before = this.#seen.get(machineId) ?? { power: 'stopped', bootId: null };
    this.#seen.set(machineId, { power, bootId });
    const kind = changeBetween(before, { power, bootId });
    if (kind !== null) for (const listener of this.#listeners) listener({ machineId, kind, at: new Date() });
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

function changeBetween(before: Seen, after: Seen): MachineEvent['kind'] | null {
  if (before.power !== after.power)
    return after.power === 'running' ? 'started' : after.power === 'crashed' ? 'crashed' : 'stopped';
  return after.power === 'running' && before.bootId !== after.bootId ? 'rebooted' : null;
}

function existing(machine: machines.SimulatedMachine | null, machineId: string): machines.SimulatedMachine {
  if (machine === null)
    throw new EngineError('absent', `there is no machine ${machineId}`, {
      retryable: false,
    });
  return machine;
}
