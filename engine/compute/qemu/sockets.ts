import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN } from './file-access.ts';

/** Returns the directory of the sockets of the QEMU in `vm`. It is `vm` itself in the older layout. */
export async function socketsIn(vm: string): Promise<string> {
  const run = join(vm, RUN);
  return stat(run).then(
    (about) => (about.isDirectory() ? run : vm),
    () => vm,
  );
}
