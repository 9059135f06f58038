/**
 * Boots the machine of an order once more, by QEMU alone.
 *
 * The command line is read from the running guest. The disk is recreated over the same image, and seed and tap are the same. Both boots are
 * therefore first boots with equal flags.
 */
import { open, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { guestsByDirectory, kill, launch } from '@innkeeper/engine/compute/qemu/process';
import { recordOf } from '@innkeeper/engine/host/process';
import { run } from '@innkeeper/engine/host/run';
import { tapOf } from '@innkeeper/engine/network/namespace/names';
import { firstLogin, type Guest } from './login.ts';

export interface FoundMachine {
  /** QEMU's working directory. */
  directory: string;
  program: string;
  args: string[];
  /** Image below the disk, which QEMU received as file descriptor 3. */
  image: string;
}

/** Returns the machine that runs in `directory`: its program, arguments and image. */
export async function findMachine(directory: string): Promise<FoundMachine> {
  const pid = (await guestsByDirectory()).get(directory);
  if (pid === undefined) throw new Error(`nothing runs in ${directory}`);
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
  // The descriptor was duplicated and closed, so the image is found as the only plain file outside the machine's directory.
  const held = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  const images = [...new Set(held.filter((file) => /\.(qcow2|raw)$|\/base-/.test(file) && !file.startsWith(`${directory}/`)))];
  const [image, ...more] = images;
  if (image === undefined || more.length > 0)
    throw new Error(`one image was expected below the disk, not ${images.join(', ') || 'none'}`);
  return { directory, program, args, image };
}

/** Returns the seconds from the start of QEMU to the end of the first login. The machine must be off. */
export async function bootBare({ directory, program, args, image }: FoundMachine, guest: Guest): Promise<number> {
  await renewDisk(directory, args);
  const sockets = path.join(directory, 'run');
  for (const name of await readdir(sockets)) await rm(path.join(sockets, name));
  const base = await open(image, 'r');
  const launcher = path.resolve('engine/compute/qemu/launch.sh');
  const began = performance.now();
  const child = launch({
    directory,
    program,
    args,
    namespace: guest.namespace,
    // Already granted to this user.
    user: await stat(sockets),
    tap: tapOf(path.basename(path.dirname(directory))),
    launcher,
    descriptors: [base.fd],
  });
  child.stderr?.resume();
  try {
    await firstLogin(guest);
    return (performance.now() - began) / 1000;
  } finally {
    await base.close();
    const record = child.pid === undefined ? null : await recordOf(child.pid);
    if (record) await kill(record);
  }
}

interface Disk {
  'virtual-size': number;
  'backing-filename'?: string;
  'backing-filename-format'?: string;
}

/** Resets the disk to its state before the first boot: empty, over the image. */
async function renewDisk(directory: string, args: string[]): Promise<void> {
  const device = args.flatMap((word) =>
    word.includes('"node-name":"disk"') ? [JSON.parse(word) as { file: { filename: string } }] : [],
  )[0];
  if (!device) throw new Error('the command line names no disk');
  const file = path.join(directory, device.file.filename);
  const disk = JSON.parse(await run('qemu-img', ['info', '--output=json', file])) as Disk;
  const { 'backing-filename': image, 'backing-filename-format': format = 'qcow2' } = disk;
  if (image === undefined) throw new Error(`${file} has no image below it`);
  await run('qemu-img', ['create', '-q', '-u', '-f', 'qcow2', '-b', image, '-F', format, file, String(disk['virtual-size'])]);
}
