/** Drives, rescue, seed, cable, screen and console of a machine. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevicePort } from '../device-port.ts';
import { CONSOLE_SECONDS, type Media, type Seed } from '../port.ts';
import { consoleLog, screenshot } from './console.ts';
import { freshName, type MachineDirectory, type MachineRecord } from './directory.ts';
import { linkOrCopy } from './disk.ts';
import type { Machines } from './machines.ts';
import { fillDrives, replaceSeed, setLink } from './plugged.ts';
import { writeSeed } from './seed.ts';

export function qemuDevices(machines: Machines): DevicePort {
  const newSeed = async (directory: MachineDirectory, kind: 'seed' | 'rescue', { spec }: MachineRecord, seed: Seed) => {
    const name = freshName(kind, '.iso');
    await writeSeed(join(directory.vm, name), { seed, nic: spec.nic, copied: false }, machines.host.user);
    return name;
  };

  return {
    setMedia(machineId, media) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        await directory.tidy(machine);
        const drives = await linkMedia(machines, directory, media, machine);
        await directory.setMachine({ ...machine, drives, spec: { ...machine.spec, media } });
        if ((await machines.running(directory)) !== null) await machines.ask(directory, (qmp) => fillDrives(qmp, drives));
      });
    },

    setRescue(machineId, seed) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        const rescue = seed === null ? null : await newSeed(directory, 'rescue', machine, seed);
        await directory.setMachine({ ...machine, rescue });
      });
    },

    reseed(machineId, seed) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        const name = await newSeed(directory, 'seed', machine, seed);
        const record = await machines.running(directory);
        // The rescue system keeps its own.
        if (record !== null && record.rescue !== true) await machines.ask(directory, (qmp) => replaceSeed(qmp, name));
        await directory.setMachine({ ...machine, seed: name, spec: { ...machine.spec, seed } });
      });
    },

    setLink(machineId, up) {
      return machines.act(machineId, async (directory) => {
        const machine = await directory.existing();
        await directory.setMachine({ ...machine, linkUp: up });
        if ((await machines.running(directory)) !== null) await machines.ask(directory, (qmp) => setLink(qmp, machine, up));
      });
    },

    consoleLog(machineId) {
      return machines.look(machineId, (directory) => consoleLog(machines, directory));
    },

    screenshot(machineId) {
      return machines.look(machineId, async (directory) => {
        await machines.mustRun(directory);
        return screenshot(machines, directory);
      });
    },

    openConsole(machineId) {
      return machines.look(machineId, async (directory) => {
        await machines.mustRun(directory);
        // All that VNC's password can hold: 8 characters.
        const password = randomBytes(6).toString('base64url');
        await machines.ask(directory, async (qmp) => {
          await qmp.command('set_password', { protocol: 'vnc', password });
          await qmp.command('expire_password', { protocol: 'vnc', time: `+${CONSOLE_SECONDS}` });
        });
        return { socketPath: join(directory.vm, 'vnc.sock'), password };
      });
    },
  };
}

/** Gives each ISO a name in QEMU's directory; one that is in its drive already stays. */
export async function linkMedia(
  machines: Machines,
  place: Pick<MachineDirectory, 'vm'>,
  media: Media,
  before: Pick<MachineRecord, 'drives' | 'spec'> | null = null,
): Promise<MachineRecord['drives']> {
  const linked = async (drive: 'primary' | 'secondary') => {
    const path = media[drive];
    if (path === null) return null;
    const there = before?.drives[drive] ?? null;
    return there !== null && before?.spec.media[drive] === path ? there : linkIso(place.vm, path, machines);
  };
  return { primary: await linked('primary'), secondary: await linked('secondary') };
}

async function linkIso(vm: string, path: string, { host: { user } }: Machines): Promise<string> {
  const name = freshName('iso');
  await linkOrCopy(path, join(vm, name), 'the ISO');
  const { mode, nlink } = await stat(join(vm, name));
  // The guests' user reads it: a link shares owner and rights with the original, which must not become the guests'.
  if (nlink === 1 && user !== null) await chown(join(vm, name), user.uid, user.gid);
  else if ((mode & 0o004) === 0) await chmod(join(vm, name), mode | 0o444);
  return name;
}
