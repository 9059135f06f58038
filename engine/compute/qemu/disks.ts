/** Operations on a machine's disk. */

import { rm } from 'node:fs/promises';
import type { DiskPort } from '../disk-port.ts';
import { EngineError } from '../port.ts';
import { clearCopy, copyDisk } from './copy.ts';
import { draftOf } from './copy-file.ts';
import { growDisk, makeDisk } from './disk.ts';
import type { Machines } from './machines.ts';
import { writeSeed } from './seed.ts';

export function qemuDisks(machines: Machines): DiskPort {
  /** By target. */
  const copying = new Map<string, AbortController>();
  return {
    copyDisk(machineId, { to }, onProgress = () => {}) {
      return machines.act(machineId, async (directory) => {
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
      await machines.act(machineId, async (directory) => {
        if ((await directory.machine()) !== null) await clearCopy(machines, directory, to);
        for (const path of [to, draftOf(to)]) await rm(path, { force: true });
      });
    },

    rebuild(machineId, { source, diskGb, seed }) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        await machines.mustBeOff(directory);
        await directory.tidy(machine);
        const made = await makeDisk(directory, directory, { source, diskGb });
        const input = { seed, nic: machine.spec.nic, copied: source.from === 'copy' };
        const seedName = await writeSeed(directory, 'seed', input);
        const rebuilt = { ...machine, ...made, seed: seedName, spec: { ...machine.spec, source, diskGb, seed } };
        await directory.setMachine(rebuilt);
        await machines.publish(rebuilt);
      });
    },

    reshape(machineId, { vcpus, memoryMb, diskGb, limits }) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        await machines.mustBeOff(directory);
        if (diskGb < machine.spec.diskGb) throw new EngineError('unsupported', 'a disk only grows', { retryable: false });
        await growDisk(directory, machine, diskGb);
        await directory.setMachine({ ...machine, spec: { ...machine.spec, vcpus, memoryMb, diskGb, limits } });
      });
    },
  };
}
