/**
 * Files of a machine, below `<home>/machines`:
 *
 *     srv-12/machine.json    the spec, and which of the files below are in use
 *     srv-12/process.json    its process; deleted after a stop, kept after a crash or an interruption
 *     srv-12/ready           the boot id of its ready line; deleted at a reset
 *     srv-12/serial.log      the end of its serial console
 *     srv-12/frozen          marks that its file systems are frozen for a copy
 *     srv-12/base-*          the base of its disk: a hard link or a copy, so that the image can be deleted
 *     srv-12/vm/             QEMU's working directory: disk-*.qcow2, seed-*.iso, rescue-*.iso, iso-*
 *     srv-12/vm/move-*.sock  sockets to which QEMU sends disk and memory during a move
 *     srv-12/vm/run/         owned by QEMU: its sockets
 *
 * QEMU may enter `vm`, read the files it was granted (`file-access.ts`), and write to its disk and in `run`. It can access nothing else
 * here. Root owns everything except the disk and `run`. A new version of a file gets a new name, so that one write of machine.json
 * switches all files at once.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import type { ProcessRecord } from '../../host/process.ts';
import { removeTrees } from '../../host/remove.ts';
import type { MachineSpec } from '../port.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** The content of machine.json. */
export interface MachineRecord {
  spec: MachineSpec;
  /** Name of the disk in `vm`. */
  disk: string;
  /** Base of the disk, beside `vm`. `null` if the disk has no base. */
  base: { name: string; format: 'qcow2' | 'raw' } | null;
  /** Name of the seed in `vm`. The files of `rescue` and `drives` are also in `vm`. */
  seed: string;
  /** Seed of the rescue system for the next boot, or `null` to boot normally. */
  rescue: string | null;
  drives: { primary: string | null; secondary: string | null };
  linkUp: boolean;
  /** Id of the dedicated user of the last run. */
  uid?: number;
  /** True while the machine comes from another node, where it still runs. It is absent here until then. */
  incoming?: true;
}

export class MachineDirectory {
  readonly machineId: string;
  readonly path: string;
  readonly vm: string;

  constructor(machines: string, machineId: string) {
    if (!MACHINE_ID.test(machineId))
      throw new EngineError('host', `"${machineId}" is not a valid machine id`, { retryable: false });
    this.machineId = machineId;
    this.path = join(machines, machineId);
    this.vm = join(this.path, 'vm');
  }

  async readMachine(): Promise<MachineRecord | null> {
    const text = await readIfThere(join(this.path, 'machine.json'));
    return text === null ? null : (JSON.parse(text) as MachineRecord);
  }

  /** Returns the record. Throws `EngineError('absent')` if there is none. */
  async requireMachine(): Promise<MachineRecord> {
    const record = await this.readMachine();
    if (record === null || record.incoming === true)
      throw new EngineError('absent', `there is no machine ${this.machineId}`, { retryable: false });
    return record;
  }

  /** Writes the record and removes files that it no longer names. */
  async writeMachine(record: MachineRecord): Promise<void> {
    await writeAtomic(join(this.path, 'machine.json'), JSON.stringify(record, null, 2));
    await this.removeUnnamed(record);
  }

  async readProcess(): Promise<ProcessRecord | null> {
    const text = await readIfThere(join(this.path, 'process.json'));
    return text === null ? null : (JSON.parse(text) as ProcessRecord);
  }

  async writeProcess(record: ProcessRecord | null): Promise<void> {
    const file = join(this.path, 'process.json');
    if (record === null) await rm(file, { force: true });
    else await writeAtomic(file, JSON.stringify(record));
  }

  /** Creates an empty draft directory for a new machine. Discards an earlier unfinished draft. */
  async draft(): Promise<{ path: string; vm: string }> {
    const path = this.#aside('draft');
    await removeTrees([path]);
    await mkdir(join(path, 'vm'), { recursive: true, mode: 0o700 });
    return { path, vm: join(path, 'vm') };
  }

  /** Writes the record and renames the draft to the machine's directory. */
  async commitDraft(draft: { path: string; vm: string }, record: MachineRecord): Promise<void> {
    await writeAtomic(join(draft.path, 'machine.json'), JSON.stringify(record, null, 2));
    await rename(draft.path, this.path);
  }

  /** Removes files of unfinished operations, and replaced files. */
  async removeUnnamed(record: MachineRecord): Promise<void> {
    await removeTrees(await this.listUnnamed(record));
  }

  /** Lists the paths of files that the machine's record does not name. */
  async listUnnamed(record: MachineRecord): Promise<string[]> {
    const named = [record.disk, record.seed, record.rescue, record.base?.name, ...Object.values(record.drives)];
    const found: string[] = [];
    for (const directory of [this.path, this.vm]) {
      const names = (await readdir(directory)).filter((name) => OURS.test(name) && !named.includes(name));
      found.push(...names.map((name) => join(directory, name)));
    }
    return found;
  }

  /** Renames the machine's directory, so that the machine is absent immediately, and then deletes it. */
  async remove(): Promise<void> {
    const gone = this.#aside('gone');
    await removeTrees([gone]);
    await rename(this.path, gone).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await removeTrees([gone, this.#aside('draft')]);
  }

  #aside(kind: 'draft' | 'gone'): string {
    return join(this.path, '..', `.${kind}-${this.machineId}`);
  }
}

/** Matches files that are in use only while the machine's record names them. */
const OURS = /^(disk|base|seed|rescue|iso|screen)-|^\.seed-/;

/** Returns a new file name, such as `disk-1a2b3c4d5e6f.qcow2`. */
export function freshName(kind: 'disk' | 'base' | 'seed' | 'rescue' | 'iso' | 'screen', ending = ''): string {
  return `${kind}-${randomBytes(6).toString('hex')}${ending}`;
}

/** Returns the machine id of a directory that `draft` or `remove` has named, or `undefined` for other names. */
export function machineIdOfDraft(name: string): string | undefined {
  return /^\.(?:draft|gone)-([a-z0-9-]{1,40})$/.exec(name)?.[1];
}

export const isMachineId = (name: string): boolean => MACHINE_ID.test(name);

export async function machineIdsIn(machines: string): Promise<string[]> {
  return (await readdir(machines)).filter(isMachineId);
}
