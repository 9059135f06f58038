/** What an uplink has changed outside of what bears the installation's name, written before it is changed, so that it can be undone. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';

export interface UplinkRecord {
  /** The interface that leads to the internet. */
  interface: string;
  /** `bridge`: what was taken from the host; `up`: whether it was. */
  given: { interface: string; vlan: number | null; up: boolean } | null;
  /** Addresses for which the host answers on the interface. */
  proxies: readonly string[];
}

export class UplinkRecordFile {
  readonly #path: string;

  constructor(home: string) {
    this.#path = join(home, 'uplink.json');
  }

  async read(): Promise<UplinkRecord | null> {
    const text = await readIfThere(this.#path);
    return text === null ? null : (JSON.parse(text) as UplinkRecord);
  }

  async write(record: UplinkRecord): Promise<void> {
    await writeAtomic(this.#path, JSON.stringify(record));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
