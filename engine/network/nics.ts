/** Records of the NICs of one home, a file each, from which a driver restores devices after a reboot of the host. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../atomic.ts';
import { EngineError } from '../compute/port.ts';
import type { NicSpec } from './port.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

export class NicRecords {
  readonly #directory: string;

  /** A directory per driver, since one driver cannot remove another's devices. */
  constructor(home: string, driver: string) {
    this.#directory = join(home, `nics-${driver}`);
  }

  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  async read(machineId: string): Promise<NicSpec | null> {
    const text = await readIfThere(this.#path(machineId));
    return text === null ? null : (JSON.parse(text) as NicSpec);
  }

  async write(spec: NicSpec): Promise<void> {
    await writeAtomic(this.#path(spec.machineId), JSON.stringify(spec), { durable: false });
  }

  async remove(machineId: string): Promise<void> {
    await rm(this.#path(machineId), { force: true });
  }

  async ids(): Promise<string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => !name.startsWith('.')).map((name) => name.replace(/\.json$/, ''));
  }

  async all(): Promise<NicSpec[]> {
    const specs = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return specs.filter((spec) => spec !== null);
  }

  #path(machineId: string): string {
    if (!MACHINE_ID.test(machineId))
      throw new EngineError('network', `"${machineId}" is not a valid machine id`, { retryable: false });
    return join(this.#directory, `${machineId}.json`);
  }
}
