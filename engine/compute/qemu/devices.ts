/** Controls the drives, rescue mode, seed, network link, screen and console of a machine. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DevicePort } from '../device-port.ts';
import { CONSOLE_SECONDS, type Media, type Seed } from '../port.ts';
import { consoleLog, screenshot } from './console.ts';
import { freshName, type MachineDirectory, type MachineRecord } from './directory.ts';
import { linkOrCopy } from './disk.ts';
import { grantAccess } from './file-access.ts';
import { fillDrives, replaceSeed, setLink } from './hotplug.ts';
import type { Machines } from './machines.ts';
import { writeSeed } from './seed.ts';
import { socketsIn } from './sockets.ts';

export function qemuDevices(machines: Machines): DevicePort {
  const newSeed = async (directory: MachineDirectory, kind: 'seed' | 'rescue', { spec }: MachineRecord, seed: Seed) => {
    const name = await writeSeed(directory, kind, { seed, nic: spec.nic, copied: false });
    await grantAccess(join(directory.vm, name), await machines.userOf(directory), 'read');
    return name;
  };

  return {
    setMedia(machineId, media) {
      return machines.runExclusive(machineId, async (directory) => {
        const machine = await directory.requireMachine();
        await directory.removeUnnamed(machine);
        const drives = await linkMedia(directory, media, machine);
        const user = await machines.userOf(directory);
        for (const name of Object.values(drives)) if (name !== null) await grantAccess(join(directory.vm, name), user, 'read');
        await directory.writeMachine({ ...machine, drives, spec: { ...machine.spec, media } });
        if ((await machines.runningProcess(directory)) !== null) await machines.ask(directory, (qmp) => fillDrives(qmp, drives));
      });
    },

    setRescue(machineId, seed) {
      return machines.runExclusive(machineId, async (directory) => {
        const machine = await directory.requireMachine();
        const rescue = seed === null ? null : await newSeed(directory, 'rescue', machine, seed);
        await directory.writeMachine({ ...machine, rescue });
      });
    },

    reseed(machineId, seed, nic) {
      return machines.runExclusive(machineId, async (directory) => {
        const existing = await directory.requireMachine();
        const machine = nic ? { ...existing, spec: { ...existing.spec, nic } } : existing;
        const name = await newSeed(directory, 'seed', machine, seed);
        const record = await machines.runningProcess(directory);
        // The rescue system has its own seed.
        if (record !== null && record.rescue !== true) await machines.ask(directory, (qmp) => replaceSeed(qmp, name));
        const seeded = { ...machine, seed: name, spec: { ...machine.spec, seed } };
        await directory.writeMachine(seeded);
        await machines.publishMetadata(seeded);
      });
    },

    setLink(machineId, up) {
      return machines.runExclusive(machineId, async (directory) => {
        const machine = await directory.requireMachine();
        await directory.writeMachine({ ...machine, linkUp: up });
        if ((await machines.runningProcess(directory)) !== null)
          await machines.ask(directory, (qmp) => setLink(qmp, machine, up));
      });
    },

    consoleLog(machineId) {
      return machines.read(machineId, (directory) => consoleLog(machines, directory));
    },

    screenshot(machineId) {
      return machines.read(machineId, async (directory) => {
        await machines.requireRunning(directory);
        return screenshot(machines, directory);
      });
    },

    openConsole(machineId) {
      return machines.read(machineId, async (directory) => {
        await machines.requireRunning(directory);
        // VNC passwords have at most 8 characters.
        const password = randomBytes(6).toString('base64url');
        await machines.ask(directory, async (qmp) => {
          await qmp.command('set_password', { protocol: 'vnc', password });
          await qmp.command('expire_password', { protocol: 'vnc', time: `+${CONSOLE_SECONDS}` });
        });
        return { socketPath: join(await socketsIn(directory.vm), 'vnc.sock'), password };
      });
    },
  };
}

/** Links each ISO into QEMU's directory. An ISO that is already in its drive keeps its link. */
export async function linkMedia(
  place: Pick<MachineDirectory, 'vm'>,
  media: Media,
  before: Pick<MachineRecord, 'drives' | 'spec'> | null = null,
): Promise<MachineRecord['drives']> {
  const linked = async (drive: 'primary' | 'secondary') => {
    const path = media[drive];
    if (path === null) return null;
    const there = before?.drives[drive] ?? null;
    return there !== null && before?.spec.media[drive] === path ? there : linkIso(place.vm, path);
  };
  return { primary: await linked('primary'), secondary: await linked('secondary') };
}

async function linkIso(vm: string, path: string): Promise<string> {
  const name = freshName('iso');
  await linkOrCopy(path, join(vm, name), 'the ISO');
  return name;
}
