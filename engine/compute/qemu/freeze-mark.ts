/** The marker of a guest whose file systems may be frozen (freeze.ts). */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineDirectory } from './directory.ts';

export const markOf = (directory: MachineDirectory) => join(directory.path, 'frozen');

/** Removes the marker, for a guest that is started again. */
export async function clearFreezeMark(directory: MachineDirectory): Promise<void> {
  await rm(markOf(directory), { force: true });
}
