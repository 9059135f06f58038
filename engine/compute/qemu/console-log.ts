/** The end of a guest's serial console, in a file beside its disk. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import type { MachineDirectory } from './directory.ts';
import type { Qmp } from './qmp.ts';

const CONSOLE_BYTES = 65_536;

/** Appends QEMU's console buffer to serial.log, because QEMU returns each byte only once. */
export async function drainConsole(directory: MachineDirectory, qmp: Qmp): Promise<void> {
  const text = await qmp.command('ringbuf-read', { device: 'serial', size: CONSOLE_BYTES, format: 'base64' });
  if (typeof text !== 'string' || text === '') return;
  const log = Buffer.concat([await savedConsole(directory), Buffer.from(text, 'base64')]);
  await writeFile(logOf(directory), log.subarray(-CONSOLE_BYTES), { mode: 0o600 });
}

export async function clearConsoleLog(directory: MachineDirectory): Promise<void> {
  await rm(logOf(directory), { force: true });
}

export async function savedConsole(directory: MachineDirectory): Promise<Buffer> {
  try {
    return await readFile(logOf(directory));
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}

const logOf = (directory: MachineDirectory) => join(directory.path, 'serial.log');
