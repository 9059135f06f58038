/** Defines what the doctor checks, and the form of its findings. */
import type { Database } from '@innkeeper/db/schema';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import type { Copies } from '@innkeeper/engine/copies/open';
import type { Dns } from '@innkeeper/engine/dns/open';
import type { DownloadPort } from '@innkeeper/engine/downloads/port';
import type { ImageFiles } from '@innkeeper/engine/images/files';
import type { InvoiceJournal } from '@innkeeper/engine/journal/invoices';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import type { Payments } from '@innkeeper/engine/payments/open';
import type { Kysely } from 'kysely';

/** Returns a handler that maps `ENOENT` to `fallback` and rethrows every other error. */
export const ifMissing =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback;
    throw error;
  };

/** The read-only part of the engine. */
export interface ReadOnlyEngine {
  compute: Pick<ComputePort, 'list' | 'addresses' | 'orphanedFiles'>;
  network: Pick<NetworkPort, 'list' | 'listFirewalls' | 'holdings'>;
  downloads: Pick<DownloadPort, 'list'>;
  imageFiles: Pick<ImageFiles, 'lookAt'>;
  /** Stores of copies, or `null` if their location is unknown. */
  copies: Pick<Copies, 'stores' | 'scratchFiles'> | null;
  /** Files of tickets. Omitted, and not checked, if their location is unknown. */
  attachments?: Pick<AttachmentPort, 'list'>;
  /** Raw support mail. Omitted, and not checked, if its location is unknown. */
  receivedMail?: Pick<AttachmentPort, 'list'>;
  /** Exports of accounts. Omitted, and not checked, if their location is unknown. */
  accountExports?: Pick<AttachmentPort, 'list'>;
  /** Journal of invoice numbers. Omitted, and not checked, if its location is unknown. */
  invoiceJournal?: Pick<InvoiceJournal, 'read'>;
  /** Payments that gateways received. Omitted, and not checked, if the gateways' keys are unknown. */
  gateways?: Pick<Payments, 'listPaid'>;
  /** DNS server. Omitted, and not checked, if its key is unknown. */
  dns?: Dns;
}

export interface Target {
  db: Kysely<Database>;
  engine: ReadOnlyEngine;
  /** Name of this node. Resources of other nodes are not checked. */
  node: string;
  /** True on a node that fetches the files of images when they are needed, so that none is missing. Default: false. */
  fetchesImages?: boolean;
  /** Directory of the machines, for display. */
  machinesDirectory: string;
}

export interface Finding {
  /** Short name for the first column. */
  name: string;
  /** Names of the suspicious resources. Empty if all is well. */
  items: string[];
  /** Predicate of the sentence about these resources, such as `belong to no server`. */
  predicate: string;
  /** Instruction for the operator, because the doctor removes nothing itself. */
  remedy: string;
}

/**
 * A check of one kind of resource. A check must list files and machines before it reads rows. A new resource gets its row first, so only a
 * resource that is deleted during the check can look wrong. A second run does not find that resource again.
 */
export type Check = (target: Target) => Promise<Finding[]>;

/** Returns the id of the node, or `null` before its first `up`. */
export async function nodeId({ db, node }: Pick<Target, 'db' | 'node'>): Promise<number | null> {
  const row = await db.selectFrom('nodes').select('id').where('name', '=', node).executeTakeFirst();
  return row?.id ?? null;
}
