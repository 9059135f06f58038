/**
 * What the driver keeps of a machine, below `<home>/machines`:
 *
 *     srv-12/machine.json    what was ordered, and which of the files below are in use
 *     srv-12/process.json    the process that runs it, or that ran it when it crashed; absent when it is stopped
 *     srv-12/serial.log      the end of its serial console
 *     srv-12/frozen          there while its file systems stand still for a copy
 *     srv-12/base-*          what its disk was made of: a link, so that the image may go
 *     srv-12/vm/             where QEMU works: disk-*.qcow2, seed-*.iso, rescue-*.iso, iso-*
 *     srv-12/vm/run/         QEMU's own: its sockets
 *
 * QEMU may enter `vm`, where it finds what it was lent (`file-access.ts`), write to its disk and in `run`, and reaches nothing else of
 * this. All but the disk and `run` is root's. A file that replaces another has a new name, so that the one write of machine.json exchanges all of them at once.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { removeTrees } from '../../host/remove.ts';
import { EngineError, type MachineSpec } from '../port.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** What machine.json holds. */
export interface MachineRecord {
  spec: MachineSpec;
  /** In `vm`. */
  disk: string;
  /** Beside `vm`; null: the disk stands alone. */
  base: { name: string; format: 'qcow2' | 'raw' } | null;
  /** In `vm`, as the next three. */
  seed: string;
  /** Of the rescue system, while it is what starts next. */
  rescue: string | null;
  drives: { primary: string | null; secondary: string | null };
  linkUp: boolean;
  /** The user that it ran as last, of those that machines have alone. */
  uid?: number;
}

/** A process, told from a later one with the same number by its start and by the host's boot. */
export interface ProcessRecord {
  pid: number;
  /** In clock ticks since the host's boot. */
  startTime: string;
  hostBoot: string;
  /** The machine's own user; absent where guests share one, or share ours. */
  uid?: number;
  /** It runs the rescue system. */
  rescue?: true;
  /** Set before we end it: a process that is gone without it crashed. */
  ending?: true;
  /** Set when the crash was told. */
  crashed?: true;
  /** The boot id that a reboot has ended already. */
  rebootedFrom?: string;
}

export class MachineDirectory {
  readonly machineId: string;
  readonly path: string;
  readonly vm: string;

  constructor(machines: string, machineId: string) {
    if (!MACHINE_ID.test(machineId)) throw new EngineError('host', `"${machineId}" is no machine id`, { retryable: false });
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

  /** From here on these files are the machine's; what it had before and does not name any more is removed. */
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

  /** An empty place for a machine that is not there yet; an earlier draft that was not finished is thrown away. */
  async draft(): Promise<{ path: string; vm: string }> {
    const path = this.#aside('draft');
    await removeTrees([path]);
    await mkdir(join(path, 'vm'), { recursive: true, mode: 0o700 });
    return { path, vm: join(path, 'vm') };
  }

  /** Puts the draft in place in one go. */
  async settle(draft: { path: string; vm: string }, record: MachineRecord): Promise<void> {
    await writeAtomic(join(draft.path, 'machine.json'), JSON.stringify(record, null, 2));
    await rename(draft.path, this.path);
  }

  /** Removes files that an act left which did not come to its end, or that were replaced. */
  async tidy(record: MachineRecord): Promise<void> {
    await removeTrees(await this.unnamed(record));
  }

  /** Paths of files that would be the machine's if its record named them. */
  async unnamed(record: MachineRecord): Promise<string[]> {
    const named = [record.disk, record.seed, record.rescue, record.base?.name, ...Object.values(record.drives)];
    const found: string[] = [];
    for (const directory of [this.path, this.vm]) {
      const names = (await readdir(directory)).filter((name) => OURS.test(name) && !named.includes(name));
      found.push(...names.map((name) => join(directory, name)));
    }
    return found;
  }

  /** Absent at once, then really gone. */
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

/** Files that belong to a machine only while its record names them. */
const OURS = /^(disk|base|seed|rescue|iso|screen)-|^\.seed-/;

/** `disk-1a2b3c4d5e6f.qcow2` */
export function freshName(kind: 'disk' | 'base' | 'seed' | 'rescue' | 'iso' | 'screen', ending = ''): string {
  return `${kind}-${randomBytes(6).toString('hex')}${ending}`;
}

/** The machine whose draft or remains are in a directory of that name; undefined for others. */
export function machineIdAside(name: string): string | undefined {
  return /^\.(?:draft|gone)-([a-z0-9-]{1,40})$/.exec(name)?.[1];
}

export const isMachineId = (name: string): boolean => MACHINE_ID.test(name);

export async function machineIdsIn(machines: string): Promise<string[]> {
  return (await readdir(machines)).filter(isMachineId);
}
