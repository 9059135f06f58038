/** The state of a simulated machine, as stored. Its behaviour over time is a function of this and the clock. */
import { randomUUID } from 'node:crypto';
import type { NicSpec } from '../../network/port.ts';
import type { MachineEvent, MachinePower, MachineReport, MachineSpec, Seed } from '../port.ts';
import { enlarged, type SimulatedDisk, seeded } from './disk.ts';

export type BootedFrom = 'disk' | 'iso' | 'rescue';

export interface SimulatedMachine {
  spec: MachineSpec;
  power: 'running' | 'stopped' | 'crashed' | 'interrupted';
  bootId: string | null;
  /** Epoch ms at which the guest has booted; null: never, its disk is not bootable. */
  upAt: number | null;
  /** Epoch ms at which a requested shutdown is complete. */
  stopsAt: number | null;
  disk: SimulatedDisk;
  /** Seed of the rescue system, when it boots next. */
  rescue: Seed | null;
  /** Seed of the running rescue system; null when the disk or an ISO was booted. */
  rescued: Seed | null;
  linkUp: boolean;
  /** Stalled for want of disk space. */
  trouble?: 'disk_full';
  /** What was booted last. */
  bootedFrom: BootedFrom | null;
  /** The end of its serial console. */
  console: string;
  /** Usage since the start, besides CPU time. */
  used: SimulatedUsage;
}

export interface SimulatedUsage {
  diskReadBytes: number;
  diskWrittenBytes: number;
  netInBytes: number;
  netOutBytes: number;
}

/** Simulated durations in ms. `copy`: of a disk. */
export interface SimulatedDelays {
  create: number;
  boot: number;
  shutdown: number;
  copy: number;
}

export const NO_DELAYS: SimulatedDelays = { create: 0, boot: 0, shutdown: 0, copy: 0 };

const NOTHING_USED: SimulatedUsage = { diskReadBytes: 0, diskWrittenBytes: 0, netInBytes: 0, netOutBytes: 0 };
const CONSOLE_BYTES = 65_536;

export function createdMachine(spec: MachineSpec, disk: SimulatedDisk): SimulatedMachine {
  const off = { power: 'stopped', bootId: null, upAt: null, stopsAt: null } as const;
  return { spec, ...off, disk, rescue: null, rescued: null, linkUp: true, bootedFrom: null, console: '', used: NOTHING_USED };
}

/** Starts with a new process. */
export function started(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  const { rescue } = machine;
  const bootedFrom = rescue !== null ? 'rescue' : orderOf(machine);
  return booted({ ...machine, bootedFrom, rescued: rescue, used: NOTHING_USED, console: '' }, now, bootMs);
}

/** Boots by the current boot order, like a cold start of a real one. The rescue system has no boot order. */
export function rebooted(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  if (machine.bootedFrom === 'rescue' || machine.bootedFrom === orderOf(machine)) return booted(machine, now, bootMs);
  return started(machine, now, bootMs);
}

function orderOf({ spec: { media } }: SimulatedMachine): BootedFrom {
  return media.bootFrom === 'iso' && media.primary !== null ? 'iso' : 'disk';
}

/** Boots from where it was started, also again. */
export function booted(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  const fromDisk = machine.bootedFrom === 'disk';
  const booted = () => seeded(enlarged(machine.disk, machine.spec.diskGb), machine.spec.seed);
  const disk = fromDisk ? { ...booted(), addresses: addressWords(machine.spec.nic) } : machine.disk;
  const answers = machine.bootedFrom === 'rescue' || (fromDisk && disk.bootable);
  const line = `booted from ${machine.bootedFrom}, ${disk.hostname ?? 'nameless'}\n`;
  return {
    ...machine,
    disk,
    power: 'running',
    bootId: randomUUID(),
    upAt: answers ? now + bootMs : null,
    stopsAt: null,
    console: (machine.console + line).slice(-CONSOLE_BYTES),
  };
}

/** Resumes a stalled machine. */
export function unstalled({ trouble: _past, ...machine }: SimulatedMachine): SimulatedMachine {
  return machine;
}

export function ended(machine: SimulatedMachine, power: 'stopped' | 'crashed' | 'interrupted'): SimulatedMachine {
  return { ...unstalled(machine), power, bootId: null, upAt: null, stopsAt: null };
}

/** A booting guest ignores the request, as a real one does. */
export function askedToShutDown(machine: SimulatedMachine, now: number, shutdownMs: number): SimulatedMachine {
  if (machine.power !== 'running' || machine.stopsAt !== null || !isUp(machine, now)) return machine;
  return shutdownMs === 0 ? ended(machine, 'stopped') : { ...machine, stopsAt: now + shutdownMs };
}

/** The machine's state at `now`. */
export function advanceTo(machine: SimulatedMachine, now: number): SimulatedMachine {
  return machine.stopsAt !== null && machine.stopsAt <= now ? ended(machine, 'stopped') : machine;
}

export function reportOf(machine: SimulatedMachine, now: number): MachineReport {
  const up = isUp(machine, now);
  return {
    machineId: machine.spec.machineId,
    power: machine.power,
    bootId: up ? machine.bootId : null,
    up,
    ...(machine.power === 'running' && machine.trouble !== undefined ? { trouble: machine.trouble } : {}),
  };
}

export function isUp(machine: SimulatedMachine, now: number): boolean {
  return machine.power === 'running' && machine.trouble === undefined && machine.upAt !== null && machine.upAt <= now;
}

/** The state at the last poll. */
export interface Observation {
  power: MachinePower;
  bootId: string | null;
  trouble?: 'disk_full' | undefined;
}

export function changeBetween(before: Observation, after: Observation): MachineEvent['kind'] | null {
  if (before.power !== after.power)
    return after.power === 'running' ? 'started' : after.power === 'crashed' ? 'crashed' : 'stopped';
  if (after.power !== 'running') return null;
  if (before.bootId !== after.bootId) return 'rebooted';
  return before.trouble === after.trouble ? null : after.trouble === undefined ? 'resumed' : 'stalled';
}

export const addressWords = ({ addresses }: Pick<NicSpec, 'addresses'>): string[] =>
  addresses.map(({ address, prefix }) => `${address}/${prefix}`);
