/** A simulated machine as its file holds it. What it does by itself is a function of this and the clock. */
import { randomUUID } from 'node:crypto';
import type { MachineReport, MachineSpec } from '../port.ts';

export interface SimulatedMachine {
  spec: MachineSpec;
  power: 'running' | 'stopped' | 'crashed';
  bootId: string | null;
  /** Epoch ms at which the guest has finished booting. */
  upAt: number | null;
  /** Epoch ms at which a shutdown that was asked for is complete. */
  stopsAt: number | null;
}

/** How long simulated guests take, in ms; 0 is at once. */
export interface SimulatedDelays {
  create: number;
  boot: number;
  shutdown: number;
}

export const NO_DELAYS: SimulatedDelays = { create: 0, boot: 0, shutdown: 0 };

export function createdMachine(spec: MachineSpec): SimulatedMachine {
  return { spec, power: 'stopped', bootId: null, upAt: null, stopsAt: null };
}

export function booted(machine: SimulatedMachine, now: number, bootMs: number): SimulatedMachine {
  return {
    ...machine,
    power: 'running',
    bootId: randomUUID(),
    upAt: now + bootMs,
    stopsAt: null,
  };
}

export function ended(machine: SimulatedMachine, power: 'stopped' | 'crashed'): SimulatedMachine {
  return { ...machine, power, bootId: null, upAt: null, stopsAt: null };
}

/** A guest that is still booting loses the request, as a real one does. */
export function askedToShutDown(machine: SimulatedMachine, now: number, shutdownMs: number): SimulatedMachine {
  if (machine.power !== 'running' || machine.stopsAt !== null || !isUp(machine, now)) return machine;
  return shutdownMs === 0 ? ended(machine, 'stopped') : { ...machine, stopsAt: now + shutdownMs };
}

/** The machine as it is by now. */
export function settle(machine: SimulatedMachine, now: number): SimulatedMachine {
  return machine.stopsAt !== null && machine.stopsAt <= now ? ended(machine, 'stopped') : machine;
}

export function reportOf(machine: SimulatedMachine, now: number): MachineReport {
  const up = isUp(machine, now);
  return {
    machineId: machine.spec.machineId,
    power: machine.power,
    bootId: up ? machine.bootId : null,
    up,
  };
}

function isUp(machine: SimulatedMachine, now: number): boolean {
  return machine.power === 'running' && machine.upAt !== null && machine.upAt <= now;
}
