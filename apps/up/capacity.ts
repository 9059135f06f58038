/** The capacity of this machine for servers. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import type { NodeReserve } from '@innkeeper/model/network-limits';
import { bytesOfMachines } from './bytes-of-machines.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

export interface Capacity {
  vcpus: number;
  memoryMb: number;
  diskGb: number;
}

export interface Machine {
  cores: number;
  memoryBytes: number;
  /** Free space on the file system of the machines. */
  freeDiskBytes: number;
  /** Space that the machines already use there. */
  usedByGuestsBytes: number;
}

/** Returns what guests may have. `reserve` is kept for the host and Innkeeper itself. */
export function capacityOf(machine: Machine, reserve: NodeReserve): Capacity {
  const disk = machine.freeDiskBytes + machine.usedByGuestsBytes;
  const memory = machine.memoryBytes;
  return {
    vcpus: machine.cores,
    memoryMb: Math.max(0, Math.floor((memory - Math.max(reserve.memoryBytes, (memory * reserve.memoryPercent) / 100)) / MIB)),
    diskGb: Math.max(0, Math.floor((disk - Math.max(reserve.diskBytes, (disk * reserve.diskPercent) / 100)) / GIB)),
  };
}

/** `machines`: where the guests' disks lie; `isos`: customers' files, of which the room is held too. */
export async function thisMachine(machines: string, isos?: string): Promise<Machine> {
  const disk = await statfs(machines);
  // In a container the memory limit is what counts; without one Node answers 0 or a figure beyond the machine's.
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  return {
    cores: os.availableParallelism(),
    memoryBytes: limit > 0 && limit < total ? limit : total,
    freeDiskBytes: disk.bavail * disk.bsize,
    usedByGuestsBytes: await bytesOfMachines(machines, isos),
  };
}
