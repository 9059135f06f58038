/**
 * Finds payments, addresses and invoices that are newer than the restored backup. Finds nothing unless a recovery is in progress. Each
 * remedy describes what `restore finish` does or what the operator must do.
 */
import { foreignAddresses } from '@innkeeper/db/recovery/fenced-addresses';
import { isNumberedByFirstHost } from '@innkeeper/db/tables/invoices/series';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { formatDecimal } from '@innkeeper/model/money/money';
import { gapBetween, seriesAfterRestore } from '@innkeeper/model/recovery/invoice-numbers';
import { hours } from '@innkeeper/model/time/clock';
import { listNodeResources } from './node-resources.ts';
import { type Finding, nodeId, type Target } from './target.ts';

/**
 * Time in milliseconds before the backup from which payments are compared. A gateway may have a payment before the database has its row.
 */
const BEFORE_BACKUP_MS = hours(1);

export async function checkNewerThanBackup(target: Target): Promise<Finding[]> {
  const { db, node } = target;
  const recovering = await findRecovering(db);
  if (!recovering) return [];
  const { addresses, journal, machineIds, otherNodes } = await listNodeResources(target);
  const foreign = await foreignAddresses(db, addresses);
  const series = await db.selectFrom('invoice_series').select(['type', 'last']).orderBy('type').execute();
  const gaps = series.flatMap(({ type, last }) => {
    const gap = journal && gapBetween(last, journal[type]);
    return gap ? [`${type} ${gap.first} to ${gap.last}`] : [];
  });
  const isOnlyJournal = otherNodes.length === 0 || (await isNumberedByFirstHost(db));
  const unknown = series.flatMap(({ type, last }) => {
    const next = seriesAfterRestore(last, { journal: journal?.[type] ?? null, isOnlyJournal });
    return next.known ? [] : [`${type} after ${next.last}`];
  });
  const paid = (await target.engine.gateways?.listPaid(new Date(recovering.taken_at.getTime() - BEFORE_BACKUP_MS))) ?? [];
  const unknownPayments = await listUnrecorded(db, paid);
  return [
    {
      name: 'newer payments',
      items: unknownPayments.map(({ gateway, reference, amount }) => `${reference} over ${formatDecimal(amount)} (${gateway})`),
      predicate: 'were taken by gateways, but are in no row',
      remedy: 'find each payer at the gateway, and credit the account with ./innkeeper account fund, or refund it there',
    },
    {
      name: 'newer addresses',
      items: foreign.map(({ address, machineId, id }) => `${address} (${machineId}${id === null ? ', of no pool' : ''})`),
      predicate: 'are used by machines, but assigned to no server or to another one',
      remedy: 'restore finish keeps them back; give one free with ./innkeeper restore release ADDRESS',
    },
    {
      name: 'newer invoices',
      items: gaps,
      predicate: 'were issued after the backup, by the journal',
      remedy: 'restore finish leaves their numbers out; customers have the documents',
    },
    {
      name: 'invoice numbers',
      items: unknown,
      predicate: isOnlyJournal
        ? 'cannot be continued, because no journal goes that far'
        : 'cannot be continued, because the backup is of a release in which other nodes had journals of their own',
      remedy: 'after restore finish, run ./innkeeper invoice continue-after SERIES NUMBER',
    },
    {
      name: 'unseen addresses',
      items: machineIds.length === 0 && (await hasServers(target)) ? [node] : [],
      predicate: 'given after the backup are not known and not kept back, because this host has no machine of the node',
      remedy:
        'keep the old host off the network, or exclude the addresses of its guests with ./innkeeper pool set after restore finish',
    },
    {
      name: 'other nodes',
      items: [...otherNodes],
      predicate: 'have machines that are not seen from here, so their newer addresses are not kept back',
      remedy: 'exclude the addresses that their machines use with ./innkeeper pool set',
    },
  ];
}

/** Returns whether the database has servers of this node that are not terminated. */
async function hasServers(target: Target): Promise<boolean> {
  const found = await target.db
    .selectFrom('servers')
    .select('id')
    .where('node_id', '=', await nodeId(target))
    .where('status', '!=', 'terminated')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function listUnrecorded<Paid extends { reference: string }>(db: Target['db'], paid: readonly Paid[]): Promise<Paid[]> {
  if (paid.length === 0) return [];
  const references = paid.map(({ reference }) => reference);
  const rows = await db.selectFrom('payments').select('reference').where('reference', 'in', references).execute();
  const known = new Set(rows.map(({ reference }) => reference));
  return paid.filter(({ reference }) => !known.has(reference));
}
