/**
 * Controls which files of a machine QEMU may read and write. We own its directory. QEMU can create, rename or replace files only in `run`,
 * so an escaped guest cannot redirect paths that we use. Without root one user owns everything, and nothing is granted.
 */
import { constants as fs, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../error.ts';
import { removeTrees } from '../../host/remove.ts';
import type { MachineDirectory, MachineRecord } from './directory.ts';
import type { VmUser } from './process.ts';

/** Directory below `vm` for QEMU's sockets and other files it creates. */
export const RUN = 'run';

const DIRECTORY = fs.O_RDONLY | fs.O_DIRECTORY | fs.O_NOFOLLOW;
const FILE = fs.O_RDONLY | fs.O_NOFOLLOW | fs.O_NONBLOCK;

/** Prepares the files of a machine that is about to start, whoever owned them before. */
export async function grantMachineFiles(directory: MachineDirectory, machine: MachineRecord, user: VmUser | null): Promise<void> {
  // First: from here on only we can change the directory.
  await revokeAccess(directory, user);
  const run = join(directory.vm, RUN);
  const sockets = (await readdir(directory.vm)).filter((name) => name.endsWith('.sock'));
  await removeTrees([run, ...sockets.map((name) => join(directory.vm, name))]);
  await mkdir(run, { mode: 0o700 });
  if (user === null) return;
  await setOwner(run, DIRECTORY, user.uid, user.gid, 0o700);
  await grantAccess(join(directory.vm, machine.disk), user, 'write');
  for (const name of [machine.seed, machine.rescue, ...Object.values(machine.drives)]) {
    if (name !== null) await grantAccess(join(directory.vm, name), user, 'read');
  }
}

/** Makes us the owner of the directory. At most `user` may enter it. */
export async function revokeAccess({ vm }: MachineDirectory, user: VmUser | null): Promise<void> {
  const [uid, gid] = currentOwner();
  if (uid !== 0) return;
  await setOwner(vm, DIRECTORY, uid, user?.gid ?? gid, user === null ? 0o700 : 0o710);
}

/** Lets QEMU read or write a file in its directory. Throws for anything but a file of the machine. */
export async function grantAccess(path: string, user: VmUser | null, permission: 'read' | 'write'): Promise<void> {
  if (user === null) return;
  const [uid] = currentOwner();
  const file = await open(path, FILE);
  try {
    const about = await file.stat();
    const { mode, nlink } = about;
    if (!about.isFile() || (nlink > 1 && permission === 'write')) {
      throw new EngineError('host', `${path} is not a plain file of ours`, { retryable: false });
    }
    if (nlink > 1) {
      // A hard link shares owner and mode with the original, so the guest's user must not become its owner.
      if ((mode & 0o004) === 0) await file.chmod((mode & 0o7777) | 0o444);
    } else {
      await file.chown(permission === 'write' ? user.uid : uid, user.gid);
      await file.chmod(permission === 'write' ? 0o600 : 0o640);
    }
  } finally {
    await file.close();
  }
}

async function setOwner(path: string, flags: number, uid: number, gid: number, mode: number): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.chown(uid, gid);
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

const currentOwner = (): [uid: number, gid: number] => [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
