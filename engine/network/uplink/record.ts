/**
 * Records what an uplink changes on objects that do not bear the installation's name. The record is written before the change, so that
 * `remove` can undo the change.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';

export interface UplinkRecord {
  /** The interface that leads to the internet. */
  interface: string;
  /** Interface taken from the host in mode `bridge`, and whether it was up. `null` in other modes. */
  given: { interface: string; vlan: number | null; up: boolean } | null;
  /** Addresses for which the host answers ARP and NDP on the interface. */
  proxies: readonly string[];
  /** Present if the namespace has the routes of a shared link. */
  sharedLink?: true;
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
