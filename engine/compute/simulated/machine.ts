/** The stored state of a simulated machine. Its behaviour over time is a function of this state and the clock. */
import { randomUUID } from 'node:crypto';
import type { NicSpec } from '../../nic.ts';
import type { MachineEvent, MachinePower, MachineReport, MachineSpec, Seed } from '../port.ts';
import { applySeed, growDisk, type SimulatedDisk } from './disk.ts';

export type BootedFrom = 'disk' | 'iso' | 'rescue';

export interface SimulatedMachine {
  spec: MachineSpec;
  power: 'running' | 'stopped' | 'crashed' | 'interrupted';
  bootId: string | null;
  /** Epoch milliseconds at which the guest has booted, or `null` if its disk is not bootable. */
  upAt: number | null;
  /** Epoch milliseconds at which a requested shutdown is complete, or `null`. */
  stopsAt: number | null;
  /** True if the machine becomes `interrupted` when its guest shuts down. */
  startsAgain?: true;
  disk: SimulatedDisk;
  /** Seed of the rescue system for the next boot, or `null` to boot normally. */
  rescue: Seed | null;
  /** Seed of the running rescue system, or `null` if the disk or an ISO was booted. */
  rescued: Seed | null;
  linkUp: boolean;
  /** Set while the machine is stalled on a full disk. */
  trouble?: 'disk_full';
  /** Device of the last boot. */
  bootedFrom: BootedFrom | null;
  /** End of the serial console. */
  console: string;
  /** Set while the machine comes from another node, and is absent here. `whole`: disk and memory have arrived. */
  incoming?: 'waiting' | 'whole';
  /** True while the guest is paused, because everything was sent to another node. */
  sent?: true;
  /** Usage since the start, except CPU time. */
  used: SimulatedUsage;
}

export interface SimulatedUsage {
  diskReadBytes: number;
  diskWrittenBytes: number;
  netInBytes: number;
  netOutBytes: number;
}

/** Simulated durations in milliseconds. `copy` is that of a disk. */
export interface SimulatedDelays {
  create: number;
  boot: number;
  shutdown: number;
  copy: number;
}

export const NO_DELAYS: SimulatedDelays = { create: 0, boot: 0, shutdown: 0, copy: 0 };

const NOTHING_USED: SimulatedUsage = { diskReadBytes: 0, diskWrittenBytes: 0, netInBytes: 0, netOutBytes: 0 };
const CONSOLE_BYTES = 65_536;

/** Returns a new stopped machine. */
export function createMachine(spec: MachineSpec, disk: SimulatedDisk): SimulatedMachine {
  const off = { power: 'stopped', bootId: null, upAt: null, stopsAt: null } as const;
  return { spec, ...off, disk, rescue: null, rescued: null, linkUp: true, bootedFrom: null, console: '', used: NOTHING_USED };
}

/** Starts the machine with a new process. */
export function startMachine(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  const { rescue } = machine;
  const bootedFrom = rescue !== null ? 'rescue' : bootDeviceOf(machine);
  return bootMachine({ ...machine, bootedFrom, rescued: rescue, used: NOTHING_USED, console: '' }, now, bootMs);
}

/** Boots with the current boot order, like a cold start of a real machine. The rescue system has no boot order. */
export function rebootMachine(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  if (machine.bootedFrom === 'rescue' || machine.bootedFrom === bootDeviceOf(machine)) return bootMachine(machine, now, bootMs);
  return startMachine(machine, now, bootMs);
}

/** Shuts down and starts again, like a guest without an agent. The rescue system reboots into itself. */
export function restartMachine(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  return machine.bootedFrom === 'rescue' ? bootMachine(machine, now, bootMs) : startMachine(machine, now, bootMs);
}

function bootDeviceOf({ spec: { media } }: SimulatedMachine): BootedFrom {
  return media.bootFrom === 'iso' && media.primary !== null ? 'iso' : 'disk';
}

/** Boots from the device of the last start. */
export function bootMachine(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  const fromDisk = machine.bootedFrom === 'disk';
  const booted = () => applySeed(growDisk(machine.disk, machine.spec.diskGb), machine.spec.seed);
  const disk = fromDisk ? { ...booted(), addresses: formatAddresses(machine.spec.nic) } : machine.disk;
  const answers = machine.bootedFrom === 'rescue' || (fromDisk && disk.bootable);
  const line = `booted from ${machine.bootedFrom}, ${disk.hostname ?? 'nameless'}\n`;
  return {
    ...clearStartsAgain(machine),
    disk,
    power: 'running',
    bootId: randomUUID(),
    upAt: answers ? now + bootMs : null,
    stopsAt: null,
    console: (machine.console + line).slice(-CONSOLE_BYTES),
  };
}

/** Resumes a stalled or paused machine. */
export function resumeMachine({ trouble: _past, sent: _paused, ...machine }: SimulatedMachine): SimulatedMachine {
  return machine;
}

/** Returns the machine after its process has ended. */
export function endProcess(machine: SimulatedMachine, power: 'stopped' | 'crashed' | 'interrupted'): SimulatedMachine {
  return { ...clearStartsAgain(resumeMachine(machine)), power, bootId: null, upAt: null, stopsAt: null };
}

/** Marks whether the machine becomes `interrupted` when its guest shuts down. */
export function markStartsAgain(machine: SimulatedMachine, startsAgain: boolean): SimulatedMachine {
  return startsAgain && machine.power === 'running' ? { ...machine, startsAgain } : clearStartsAgain(machine);
}

function clearStartsAgain({ startsAgain: _mark, ...machine }: SimulatedMachine): SimulatedMachine {
  return machine;
}

/** Returns the state after the guest has shut itself down. */
export function shutDown(machine: SimulatedMachine): SimulatedMachine {
  return endProcess(machine, machine.startsAgain === true ? 'interrupted' : 'stopped');
}

/** Requests a shutdown. A booting guest ignores the request, like a real one. */
export function requestShutdown(machine: SimulatedMachine, now: number, shutdownMs: number): SimulatedMachine {
  if (machine.power !== 'running' || machine.stopsAt !== null || !isUp(machine, now)) return machine;
  return shutdownMs === 0 ? shutDown(machine) : { ...machine, stopsAt: now + shutdownMs };
}

/** Returns the machine's state at `now`. */
export function advanceTo(machine: SimulatedMachine, now: number): SimulatedMachine {
  return machine.stopsAt !== null && machine.stopsAt <= now ? shutDown(machine) : machine;
}

export function reportOf(machine: SimulatedMachine, now: number): MachineReport {
  const up = isUp(machine, now) && canReport(machine);
  return {
    machineId: machine.spec.machineId,
    power: machine.incoming === undefined ? machine.power : 'absent',
    bootId: up ? machine.bootId : null,
    up,
    ...(machine.power === 'running' && machine.incoming === undefined && machine.trouble !== undefined
      ? { trouble: machine.trouble }
      : {}),
    ...(machine.power === 'running' && machine.sent === true ? { paused: true as const } : {}),
  };
}

/** Returns whether the guest reports its boot. The rescue system does, whatever image is on the disk. */
function canReport({ bootedFrom, spec: { source } }: SimulatedMachine): boolean {
  return bootedFrom === 'rescue' || source.from !== 'image' || source.image.reports !== 'none';
}

/** Returns whether the guest has booted and is neither stalled nor paused. */
export function isUp(machine: SimulatedMachine, now: number): boolean {
  const pauses = machine.incoming !== undefined || machine.sent === true || machine.trouble !== undefined;
  return machine.power === 'running' && !pauses && machine.upAt !== null && machine.upAt <= now;
}

/** The state at the last poll. */
export interface Observation {
  power: MachinePower;
  bootId: string | null;
  trouble?: 'disk_full' | undefined;
}

/** Returns the event between two observations, or `null` if nothing changed. */
export function changeBetween(before: Observation, after: Observation): MachineEvent['kind'] | null {
  if (before.power !== after.power)
    return after.power === 'running' ? 'started' : after.power === 'crashed' ? 'crashed' : 'stopped';
  if (after.power !== 'running') return null;
  if (before.bootId !== after.bootId) return 'rebooted';
  return before.trouble === after.trouble ? null : after.trouble === undefined ? 'resumed' : 'stalled';
}

export const formatAddresses = ({ addresses }: Pick<NicSpec, 'addresses'>): string[] =>
  addresses.map(({ address, prefix }) => `${address}/${prefix}`);
