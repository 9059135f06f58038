import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN } from './file-access.ts';

/** Where the sockets of the QEMU are that works in `vm`: in `vm` itself when it was started before it had a place of its own. */
export async function socketsIn(vm: string): Promise<string> {
  const run = join(vm, RUN);
  return stat(run).then(
    (about) => (about.isDirectory() ? run : vm),
    () => vm,
  );
}
