/** The places for copies of one installation. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiesSettings } from '@innkeeper/model/settings';
import { EngineError } from '../compute/port.ts';
import { LocalStore, namesIn } from './local.ts';
import type { CopyStore } from './port.ts';
import type { S3Credentials } from './s3/client.ts';
import { S3Store } from './s3/store.ts';

export type CopyKind = 'snapshot' | 'backup';

export interface CopiesOptions {
  /** Of the node: snapshots, local backups, and copies on their way to and from elsewhere. */
  directory: string;
  settings: CopiesSettings;
  /** Null: nothing can be put or got on an S3 server. */
  credentials: S3Credentials | null;
  /** Room is not counted: copies of simulated disks have a few bytes. */
  unbounded?: boolean;
}

const GIB = 1_073_741_824n;

export class Copies {
  readonly #reserve: bigint;
  readonly #unbounded: boolean;
  readonly #backups: string;
  readonly #scratch: LocalStore;
  readonly #stores: ReadonlyMap<string, CopyStore>;

  constructor({ directory, settings, credentials, unbounded = false }: CopiesOptions) {
    this.#unbounded = unbounded;
    this.#reserve = BigInt(settings.reserveGb) * GIB;
    this.#backups = settings.target;
    this.#scratch = new LocalStore({ name: 'scratch', directory: join(directory, 'scratch') });
    const stores: CopyStore[] = [
      new LocalStore({ name: 'node', directory: join(directory, 'snapshots') }),
      new LocalStore({ name: 'local', directory: settings.directory ?? join(directory, 'backups') }),
    ];
    if (settings.s3 && credentials)
      stores.push(new S3Store({ ...settings.s3, credentials, directory: join(directory, 'uploads') }));
    this.#stores = new Map(stores.map((store) => [store.name, store]));
  }

  /** Where a copy of that name is made or fetched to, as an absolute path. */
  async scratch(name: string): Promise<string> {
    await mkdir(this.#scratch.directory, { recursive: true, mode: 0o700 });
    return join(this.#scratch.directory, name);
  }

  /** Takes away what is there under the name, whole or not. */
  dropScratch(name: string): Promise<void> {
    return this.#scratch.remove(name);
  }

  /** Where new ones of the kind go: snapshots stay on the node, backups go where the operator says. */
  storeFor(kind: CopyKind): CopyStore {
    return this.store(kind === 'snapshot' ? 'node' : this.#backups);
  }

  /** By the name that a copy's row holds. Fails with `EngineError('host')` for one that the operator no longer names. */
  store(name: string): CopyStore {
    const store = this.#stores.get(name);
    if (!store) throw new EngineError('host', `there is no place "${name}" for copies, by the settings`, { retryable: false });
    return store;
  }

  /** All places that the operator names. */
  stores(): CopyStore[] {
    return [...this.#stores.values()];
  }

  /** Absolute paths of what lies where copies are made and fetched to, whole or not. */
  async scratchFiles(): Promise<string[]> {
    return (await namesIn(this.#scratch.directory)).map((name) => join(this.#scratch.directory, name));
  }

  /** Bytes that a new copy of the kind may take, the operator's reserve taken off. All are made on the node first. Null: any. */
  async freeBytes(kind: CopyKind): Promise<bigint | null> {
    if (this.#unbounded) return null;
    const there = await this.storeFor(kind).freeBytes();
    const here = await this.#scratch.freeBytes();
    const free = there === null || there > here ? here : there;
    return free > this.#reserve ? free - this.#reserve : 0n;
  }
}
