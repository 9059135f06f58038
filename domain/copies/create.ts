/** The common part of snapshots, backups on demand and weekly backups. */
import { randomBytes } from 'node:crypto';
import type { Copy, CopyKind, Server } from '@innkeeper/db/schema';
import { copyRoom, countCopies, insertCopy } from '@innkeeper/db/tables/copies';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';

const GIB = 1_073_741_824n;

export interface CopyOrder {
  kind: CopyKind;
  name: string;
  origin: Copy['origin'];
  /** Action recorded in the audit line. */
  action: string;
}

/**
 * Locks the server, which the caller has checked, and starts the workflow that copies its disk. The server keeps running.
 *
 * Returns the copy, which is listed once it is complete. Throws `no_capacity` if the server has too many copies or disk space is short.
 */
export async function createCopy(cx: MutatingCx, server: Server, { action, ...order }: CopyOrder): Promise<Copy> {
  await refuseTooMany(cx, server, order);
  await refuseWithoutRoom(cx, server, order.kind);
  const copy = await insertCopy(cx.db, {
    ...order,
    account_id: server.account_id,
    server_id: server.id,
    node_id: server.node_id,
    status: 'creating',
    server_hostname: server.hostname,
    server_ip: await mainAddress(cx, server.id),
    size_gb: server.disk_gb,
    image_id: server.image_id,
    // Random, because ids may start over in a store that outlives this database.
    object_key: `${order.kind}-srv-${server.id}-${randomBytes(8).toString('hex')}.qcow2`,
    created_at: cx.clock.now(),
  });
  const resource = { kind: order.kind, id: copy.id };
  await startWorkflow(
    cx,
    `server.${order.kind}`,
    server,
    { copyId: copy.id },
    { action, auditResource: resource, details: { server: server.id } },
  );
  return copy;
}

async function refuseTooMany(
  { db, settings }: MutatingCx,
  server: Server,
  { kind, origin }: Pick<CopyOrder, 'kind' | 'origin'>,
): Promise<void> {
  const max = settings.copiesPerServer;
  if (origin !== 'customer' || (await countCopies(db, server.id, kind)) < max) return;
  throw new Failure('no_capacity', {
    message: `A server can have at most ${max} ${kind}s. Delete one first.`,
  });
}

/**
 * Throws `no_capacity` if the store has less room than the worst case, a full disk that cannot be compressed. A copy that starts must be
 * able to finish.
 */
async function refuseWithoutRoom({ db }: MutatingCx, server: Server, kind: CopyKind): Promise<void> {
  const free = await copyRoom(db, kind, server.node_id);
  if (free === null || free >= BigInt(server.disk_gb) * GIB) return;
  const left = free > 0n ? free / GIB : 0n;
  throw new Failure('no_capacity', {
    message: `There is not enough disk space for a ${kind} of this server: up to ${server.disk_gb} GB are needed, and ${left} GB are free. Try again later.`,
  });
}

/**
 * Returns the main address of a server. Without a main address, returns another address of the server, or an empty string if it has no
 * address.
 */
async function mainAddress({ db }: MutatingCx, serverId: number): Promise<string> {
  const main = await db
    .selectFrom('ip_addresses')
    .select('address')
    .where('server_id', '=', serverId)
    .orderBy('main', 'desc')
    .orderBy('version')
    .orderBy('id')
    .executeTakeFirst();
  return main?.address ?? '';
}
