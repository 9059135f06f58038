/** The capacity of this machine for servers. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import type { NodeReserve } from '@innkeeper/model/net/network-limits';
import { measureMachineBytes } from './machine-bytes.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

export interface Capacity {
  vcpus: number;
  memoryMb: number;
  diskGb: number;
}

export interface HostResources {
  cores: number;
  memoryBytes: number;
  /** Free space on the file system of the machines. */
  freeDiskBytes: number;
  /** Space that the machines already use on that file system. */
  usedByGuestsBytes: number;
}

/** Returns the resources for guests. `reserve` is kept for the host and Innkeeper itself. */
export function capacityOf(machine: HostResources, reserve: NodeReserve): Capacity {
  const disk = machine.freeDiskBytes + machine.usedByGuestsBytes;
  const memory = machine.memoryBytes;
  return {
    vcpus: machine.cores,
    memoryMb: Math.max(0, Math.floor((memory - Math.max(reserve.memoryBytes, (memory * reserve.memoryPercent) / 100)) / MIB)),
    diskGb: Math.max(0, Math.floor((disk - Math.max(reserve.diskBytes, (disk * reserve.diskPercent) / 100)) / GIB)),
  };
}

/**
 * Measures this machine. `machines` is the directory of the guests' disks. `isos` is the directory of the ISO files of customers, whose
 * space is reserved too.
 */
export async function measureHost(machines: string, isos?: string): Promise<HostResources> {
  const disk = await statfs(machines);
  // In a container its memory limit counts. Without a limit Node returns 0 or a number above the machine's memory.
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  return {
    cores: os.availableParallelism(),
    memoryBytes: limit > 0 && limit < total ? limit : total,
    freeDiskBytes: disk.bavail * disk.bsize,
    usedByGuestsBytes: await measureMachineBytes(machines, isos),
  };
}
