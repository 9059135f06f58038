/** Where the doctor looks, and the form of its findings. */
import type { Database } from '@innkeeper/db/schema';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import type { Copies } from '@innkeeper/engine/copies/open';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { DownloadPort } from '@innkeeper/engine/downloads/port';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import type { Kysely } from 'kysely';

/** Returns `instead` for an error that says that the file or directory does not exist, and throws every other error. */
export const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead;
    throw error;
  };

/** The part of the engine that only reads. */
export interface LookedAt {
  compute: Pick<ComputePort, 'list' | 'orphanedFiles'>;
  network: Pick<NetworkPort, 'list' | 'listFirewalls' | 'holdings'>;
  downloads: Pick<DownloadPort, 'list'>;
  /** Null: where copies lie is not known here. */
  copies: Pick<Copies, 'stores' | 'scratchFiles'> | null;
  /** Of tickets. Absent: where they lie is not known here. */
  attachments?: Pick<AttachmentPort, 'list'>;
  /** Raw mail that came for support. Absent: likewise. */
  receivedMail?: Pick<AttachmentPort, 'list'>;
  /** Exports of accounts. Absent: likewise. */
  accountExports?: Pick<AttachmentPort, 'list'>;
  /** Absent: the key of the DNS server is not known here. */
  dns?: Dns;
}

export interface Target {
  db: Kysely<Database>;
  engine: LookedAt;
  /** Name of this node: what belongs to others is theirs to look after. */
  node: string;
  /** Where the machines' directories are, for people. */
  machines: string;
}

export interface Suspicion {
  /** Short: the first column. */
  name: string;
  /** What was found; none is good. */
  which: string[];
  /** The rest of the sentence: `no server has`. */
  what: string;
  /** What a person is to do. Nothing is removed by itself. */
  remedy: string;
}

/**
 * Checks one theme. Files and machines are read before rows: what is created meanwhile has its row first, so that only what ends
 * meanwhile can look wrong, and the second look does not find it any more.
 */
export type Look = (target: Target) => Promise<Suspicion[]>;

/** Its id; null before the first `up` of this node. */
export async function nodeId({ db, node }: Pick<Target, 'db' | 'node'>): Promise<number | null> {
  const row = await db.selectFrom('nodes').select('id').where('name', '=', node).executeTakeFirst();
  return row?.id ?? null;
}
