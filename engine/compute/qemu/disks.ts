/** Operations on a machine's disk. */

import { rm } from 'node:fs/promises';
import { EngineError } from '../../error.ts';
import type { DiskPort } from '../disk-port.ts';
import { clearCopy, copyDisk } from './copy.ts';
import { draftOf } from './copy-file.ts';
import { growDisk, makeDisk } from './disk.ts';
import type { Machines } from './machines.ts';
import { writeSeed } from './seed.ts';

export function qemuDisks(machines: Machines): DiskPort {
  /** Controllers of running copies, by target. */
  const copying = new Map<string, AbortController>();
  return {
    copyDisk(machineId, { to }, onProgress = () => {}) {
      return machines.runExclusive(machineId, async (directory) => {
        const ending = new AbortController();
        copying.set(to, ending);
        try {
          const signal = AbortSignal.any([ending.signal, machines.closing.signal]);
          return await copyDisk(machines, directory, { to, onPercent: onProgress, signal });
        } finally {
          copying.delete(to);
        }
      });
    },

    async dropCopy(machineId, { to }) {
      copying.get(to)?.abort();
      await machines.runExclusive(machineId, async (directory) => {
        if ((await directory.readMachine()) !== null) await clearCopy(machines, directory, to);
        for (const path of [to, draftOf(to)]) await rm(path, { force: true });
      });
    },

    rebuild(machineId, { source, diskGb, seed }) {
      return machines.runExclusive(machineId, async (directory) => {
        const machine = await directory.requireMachine();
        await machines.requireStopped(directory);
        const located = await machines.host.imageFiles.locate(source);
        await directory.removeUnnamed(machine);
        const made = await makeDisk(directory, directory, { source: located, diskGb });
        const input = { seed, nic: machine.spec.nic, copied: source.from === 'copy' };
        const seedName = await writeSeed(directory, 'seed', input);
        const rebuilt = { ...machine, ...made, seed: seedName, spec: { ...machine.spec, source, diskGb, seed } };
        await directory.writeMachine(rebuilt);
        await machines.publishMetadata(rebuilt);
      });
    },

    reshape(machineId, { vcpus, memoryMb, diskGb, limits }) {
      return machines.runExclusive(machineId, async (directory) => {
        const machine = await directory.requireMachine();
        await machines.requireStopped(directory);
        if (diskGb < machine.spec.diskGb) throw new EngineError('unsupported', 'a disk only grows', { retryable: false });
        await growDisk(directory, machine, diskGb);
        await directory.writeMachine({ ...machine, spec: { ...machine.spec, vcpus, memoryMb, diskGb, limits } });
      });
    },
  };
}
