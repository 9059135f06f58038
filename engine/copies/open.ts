/** Opens the copy stores of one installation. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiesSettings } from '@innkeeper/model/settings/settings';
import { EngineError } from '../error.ts';
import { LocalStore, namesIn } from './local.ts';
import type { CopyStore } from './port.ts';
import type { S3Credentials } from './s3/client.ts';
import { S3Store } from './s3/store.ts';

export type CopyKind = 'snapshot' | 'backup';

export interface CopiesOptions {
  /** Directory on the node for snapshots, local backups, and copies in transfer to or from another store. */
  directory: string;
  settings: CopiesSettings;
  /** Credentials of S3, or `null` to disable S3. */
  credentials: S3Credentials | null;
  /** Disables the check of free space, because copies of simulated disks have only a few bytes. */
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
      new LocalStore({
        name: 'local',
        directory: settings.directory ?? join(directory, 'backups'),
        ...(settings.shared && settings.directory !== null ? { location: `directory:${settings.directory}` } : {}),
      }),
    ];
    if (settings.s3 && credentials)
      stores.push(new S3Store({ ...settings.s3, credentials, directory: join(directory, 'uploads') }));
    this.#stores = new Map(stores.map((store) => [store.name, store]));
  }

  /** Returns the absolute path at which a copy of this name is created or fetched. */
  async scratch(name: string): Promise<string> {
    await mkdir(this.#scratch.directory, { recursive: true, mode: 0o700 });
    return join(this.#scratch.directory, name);
  }

  /** Removes the file of this name, complete or not. */
  dropScratch(name: string): Promise<void> {
    return this.#scratch.remove(name);
  }

  /** Returns the store for new copies of this kind. Snapshots stay on the node, and backups go to the configured target. */
  storeFor(kind: CopyKind): CopyStore {
    return this.store(kind === 'snapshot' ? 'node' : this.#backups);
  }

  /** Returns the store named in a copy's row. Throws `EngineError('host')` if the store is no longer configured. */
  store(name: string): CopyStore {
    const store = this.#stores.get(name);
    if (!store) throw new EngineError('host', `the copy store "${name}" is not configured`, { retryable: false });
    return store;
  }

  /** Lists all configured stores. */
  stores(): CopyStore[] {
    return [...this.#stores.values()];
  }

  /** Lists the absolute paths of all files in the scratch directory, complete or not. */
  async scratchFiles(): Promise<string[]> {
    return (await namesIn(this.#scratch.directory)).map((name) => join(this.#scratch.directory, name));
  }

  /**
   * Returns the bytes available for a new copy, less the operator's reserve. `null` if unlimited. Every copy is first created on the node,
   * so its free space is also a limit.
   */
  async freeBytes(kind: CopyKind): Promise<bigint | null> {
    if (this.#unbounded) return null;
    const storeBytes = await this.storeFor(kind).freeBytes();
    const scratchBytes = await this.#scratch.freeBytes();
    const free = storeBytes === null || storeBytes > scratchBytes ? scratchBytes : storeBytes;
    return free > this.#reserve ? free - this.#reserve : 0n;
  }
}
