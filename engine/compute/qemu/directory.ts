/**
 * What the driver keeps of a machine, below `<home>/machines`:
 *
 *     srv-12/spec.json       what was ordered
 *     srv-12/process.json    the process that runs it, or that ran it when it crashed; absent when it is stopped
 *     srv-12/serial.log      the end of its serial console when it last stopped
 *     srv-12/vm/             QEMU's own directory: disk.qcow2, seed.iso, its sockets
 *
 * QEMU may write to `vm` alone, and cannot enter `machines`: its working directory is all that it reaches of this.
 */
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError, type MachineSpec } from '../port.ts';

export const DISK = 'disk.qcow2';
export const SEED = 'seed.iso';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** A process, told from a later one with the same number by its start and by the host's boot. */
export interface ProcessRecord {
  pid: number;
  /** In clock ticks since the host's boot. */
  startTime: string;
  hostBoot: string;
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

  async spec(): Promise<MachineSpec | null> {
    const text = await readIfThere(join(this.path, 'spec.json'));
    return text === null ? null : (JSON.parse(text) as MachineSpec);
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

  /** Fills a draft, then puts it in place in one go; an earlier draft that was not finished is thrown away. */
  async make(spec: MachineSpec, owner: { uid: number; gid: number } | null, fill: (vm: string) => Promise<void>): Promise<void> {
    const draft = this.#aside('draft');
    await rm(draft, { recursive: true, force: true });
    const vm = join(draft, 'vm');
    await mkdir(vm, { recursive: true, mode: 0o700 });
    await fill(vm);
    if (owner !== null)
      for (const path of [vm, ...(await readdir(vm)).map((name) => join(vm, name))]) await chown(path, owner.uid, owner.gid);
    await writeAtomic(join(draft, 'spec.json'), JSON.stringify(spec, null, 2));
    await rename(draft, this.path);
  }

  /** Absent at once, then really gone. */
  async remove(): Promise<void> {
    const gone = this.#aside('gone');
    await rm(gone, { recursive: true, force: true });
    await rename(this.path, gone).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    for (const path of [gone, this.#aside('draft')]) await rm(path, { recursive: true, force: true });
  }

  #aside(kind: 'draft' | 'gone'): string {
    return join(this.path, '..', `.${kind}-${this.machineId}`);
  }
}

export async function machineIdsIn(machines: string): Promise<string[]> {
  return (await readdir(machines)).filter((name) => MACHINE_ID.test(name));
}
