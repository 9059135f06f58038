/**
 * Files of a machine, below `<home>/machines`:
 *
 *     srv-12/machine.json    the spec, and which of the files below are in use
 *     srv-12/process.json    its process, also after a crash; absent when it is stopped
 *     srv-12/serial.log      the end of its serial console
 *     srv-12/frozen          marks that its file systems are frozen for a copy
 *     srv-12/base-*          the base of its disk: a link, so that the image may be deleted
 *     srv-12/vm/             QEMU's working directory: disk-*.qcow2, seed-*.iso, rescue-*.iso, iso-*
 *     srv-12/vm/run/         owned by QEMU: its sockets
 *
 * QEMU may enter `vm`, read what it was granted (`file-access.ts`), and write to its disk and in `run`; it reaches nothing else
 * of this. Root owns all but the disk and `run`. A new version of a file gets a new name, so that one write of machine.json
 * switches all of them.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { removeTrees } from '../../host/remove.ts';
import { EngineError, type MachineSpec } from '../port.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** Content of machine.json. */
export interface MachineRecord {
  spec: MachineSpec;
  /** In `vm`. */
  disk: string;
  /** Beside `vm`; null: the disk has no base. */
  base: { name: string; format: 'qcow2' | 'raw' } | null;
  /** In `vm`, like the next three. */
  seed: string;
  /** Seed of the rescue system, when it boots next. */
  rescue: string | null;
  drives: { primary: string | null; secondary: string | null };
  linkUp: boolean;
  /** The dedicated user that it ran as last. */
  uid?: number;
}

/** A process, identified by pid, start time and the host's boot id, since pids are reused. */
export interface ProcessRecord {
  pid: number;
  /** Clock ticks since the host's boot. */
  startTime: string;
  hostBoot: string;
  /** The machine's dedicated user; absent where guests share one. */
  uid?: number;
  /** Whether it runs the rescue system. */
  rescue?: true;
  /** Set before we kill it: a process that is gone without it has crashed. */
  ending?: true;
  /** Set once the crash was reported. */
  crashed?: true;
  /** The boot id that the last reboot ended. */
  rebootedFrom?: string;
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

  async machine(): Promise<MachineRecord | null> {
    const text = await readIfThere(join(this.path, 'machine.json'));
    return text === null ? null : (JSON.parse(text) as MachineRecord);
  }

  /** The record, or `EngineError('absent')`. */
  async existing(): Promise<MachineRecord> {
    const record = await this.machine();
    if (record === null) throw new EngineError('absent', `there is no machine ${this.machineId}`, { retryable: false });
    return record;
  }

  /** Writes the record; files that it no longer names are removed. */
  async setMachine(record: MachineRecord): Promise<void> {
    await writeAtomic(join(this.path, 'machine.json'), JSON.stringify(record, null, 2));
    await this.tidy(record);
  }

  async process(): Promise<ProcessRecord | null> {
    const text = await readIfThere(join(this.path, 'process.json'));
    return text === null ? null : (JSON.parse(text) as ProcessRecord);
  }

  async setProcess(record: ProcessRecord | null): Promise<void> {
    const file = join(this.path, 'process.json');
    if (record === null) await rm(file, { force: true });
    else await writeAtomic(file, JSON.stringify(record));
  }

  /** Creates an empty draft directory for a new machine; an unfinished earlier draft is discarded. */
  async draft(): Promise<{ path: string; vm: string }> {
    const path = this.#aside('draft');
    await removeTrees([path]);
    await mkdir(join(path, 'vm'), { recursive: true, mode: 0o700 });
    return { path, vm: join(path, 'vm') };
  }

  /** Renames the draft to the machine's directory. */
  async settle(draft: { path: string; vm: string }, record: MachineRecord): Promise<void> {
    await writeAtomic(join(draft.path, 'machine.json'), JSON.stringify(record, null, 2));
    await rename(draft.path, this.path);
  }

  /** Removes files of unfinished acts, and replaced files. */
  async tidy(record: MachineRecord): Promise<void> {
    await removeTrees(await this.unnamed(record));
  }

  /** Paths of files that the machine's record does not name. */
  async unnamed(record: MachineRecord): Promise<string[]> {
    const named = [record.disk, record.seed, record.rescue, record.base?.name, ...Object.values(record.drives)];
    const found: string[] = [];
    for (const directory of [this.path, this.vm]) {
      const names = (await readdir(directory)).filter((name) => OURS.test(name) && !named.includes(name));
      found.push(...names.map((name) => join(directory, name)));
    }
    return found;
  }

  /** Renames the directory first, so that the machine is absent at once, then deletes it. */
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

/** Names of files that belong to a machine only while its record names them. */
const OURS = /^(disk|base|seed|rescue|iso|screen)-|^\.seed-/;

/** `disk-1a2b3c4d5e6f.qcow2` */
export function freshName(kind: 'disk' | 'base' | 'seed' | 'rescue' | 'iso' | 'screen', ending = ''): string {
  return `${kind}-${randomBytes(6).toString('hex')}${ending}`;
}

/** The machine whose draft or remains a directory holds; undefined for other directories. */
export function machineIdOfDraft(name: string): string | undefined {
  return /^\.(?:draft|gone)-([a-z0-9-]{1,40})$/.exec(name)?.[1];
}

export const isMachineId = (name: string): boolean => MACHINE_ID.test(name);

export async function machineIdsIn(machines: string): Promise<string[]> {
  return (await readdir(machines)).filter(isMachineId);
}
