/** Reads the directory of a node's machines, to tell a lost machine from a disk that is not mounted. */
import type { MachinesDirectory } from '@innkeeper/model/recovery/lost-server';
import { describeFileSystem } from '../host/mounts.ts';
import type { ComputePort } from './port.ts';

/** Reads the path of the directory, its file system and the number of its machines. A missing directory is no error here. */
export async function readMachinesDirectory(compute: Pick<ComputePort, 'directory' | 'list'>): Promise<MachinesDirectory> {
  const { directory: path } = compute;
  const fileSystem = await describeFileSystem(path);
  return { path, fileSystem, machines: fileSystem === null ? 0 : (await compute.list()).length };
}
