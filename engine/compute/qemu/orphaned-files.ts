/** Finds files left behind by unfinished operations on machines. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import type { OrphanedFile } from '../port.ts';
import { JOB_FILE } from './copy-file.ts';
import { isMachineId, MachineDirectory, machineIdOfDraft } from './directory.ts';

/** Lists incomplete and partially removed machines, and files in complete ones that no record names. */
export async function orphanedFilesIn(machines: string): Promise<OrphanedFile[]> {
  const found: OrphanedFile[] = [];
  for (const name of await directoriesIn(machines)) {
    const unfinishedOf = machineIdOfDraft(name);
    if (unfinishedOf !== undefined) found.push({ machineId: unfinishedOf, path: join(machines, name) });
    else if (isMachineId(name)) found.push(...(await orphanedFilesOf(new MachineDirectory(machines, name))));
  }
  return found;
}

async function orphanedFilesOf(directory: MachineDirectory): Promise<OrphanedFile[]> {
  const { machineId } = directory;
  const record = await directory.readMachine();
  // Without its record the directory is not a machine.
  if (record === null) return [{ machineId, path: directory.path }];
  try {
    const copy = (await readdir(directory.vm)).includes(JOB_FILE) ? [join(directory.vm, JOB_FILE)] : [];
    return [...(await directory.listUnnamed(record)), ...copy].map((path) => ({ machineId, path }));
  } catch (error) {
    // The machine is being removed concurrently.
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}

async function directoriesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}
