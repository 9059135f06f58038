/** What acts on machines left that did not come to their end. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import type { OrphanedFile } from '../port.ts';
import { JOB_FILE } from './copy-file.ts';
import { isMachineId, MachineDirectory, machineIdAside } from './directory.ts';

/** Half-made and half-removed machines, and files in whole ones that nothing names. */
export async function orphanedFilesIn(machines: string): Promise<OrphanedFile[]> {
  const found: OrphanedFile[] = [];
  for (const name of await directoriesIn(machines)) {
    const aside = machineIdAside(name);
    if (aside !== undefined) found.push({ machineId: aside, path: join(machines, name) });
    else if (isMachineId(name)) found.push(...(await orphanedFilesOf(new MachineDirectory(machines, name))));
  }
  return found;
}

async function orphanedFilesOf(directory: MachineDirectory): Promise<OrphanedFile[]> {
  const { machineId } = directory;
  const record = await directory.machine();
  // Without its record it is no machine for anybody.
  if (record === null) return [{ machineId, path: directory.path }];
  try {
    const copy = (await readdir(directory.vm)).includes(JOB_FILE) ? [join(directory.vm, JOB_FILE)] : [];
    return [...(await directory.unnamed(record)), ...copy].map((path) => ({ machineId, path }));
  } catch (error) {
    // It is being removed at this moment.
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
