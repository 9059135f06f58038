/** Serial console and screenshot of a guest. The customer controls both, so they are untrusted. */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../error.ts';
import { drainConsole, savedConsole } from './console-log.ts';
import { freshName, type MachineDirectory } from './directory.ts';
import { grantAccess } from './file-access.ts';
import type { Machines } from './machines.ts';

/** A screen of 1280 x 800 takes at most 4 MB. */
const PICTURE_BYTES = 16 << 20;

/** Returns the end of the serial console, of this or the last run. */
export async function consoleLog(machines: Machines, directory: MachineDirectory): Promise<Buffer> {
  await directory.requireMachine();
  if ((await machines.runningProcess(directory)) !== null) await machines.ask(directory, (qmp) => drainConsole(directory, qmp));
  return savedConsole(directory);
}

/**
 * Returns the screen as a PNG. QEMU writes into a file that we created and hold open. Even if QEMU replaces the name, we read only our
 * file.
 */
export async function screenshot(machines: Machines, directory: MachineDirectory): Promise<Buffer> {
  const filename = freshName('screen', '.png');
  const path = join(directory.vm, filename);
  const file = await open(path, 'wx+', 0o600);
  try {
    await grantAccess(path, await machines.userOf(directory), 'write');
    await machines.ask(directory, (qmp) => qmp.command('screendump', { filename, format: 'png' }));
    const { size } = await file.stat();
    if (size > PICTURE_BYTES) throw new EngineError('host', 'QEMU wrote an unexpected screenshot file');
    const picture = Buffer.alloc(size);
    const { bytesRead } = await file.read(picture, 0, size, 0);
    return picture.subarray(0, bytesRead);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
