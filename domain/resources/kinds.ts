/** Loads the rows of resources that paths name: one query to read each kind, and one to lock it for a change. */
import type { Copy, Database, Firewall, IpAddress, Iso, Order, SavedCard, Server, SshKey } from '@innkeeper/db/schema';
import { type AccountExport, findExport } from '@innkeeper/db/tables/account-exports';
import { findCopy, lockCopy } from '@innkeeper/db/tables/copies';
import type { EventDelivery } from '@innkeeper/db/tables/event-deliveries';
import { findFirewall, type LoadedFirewall, lockFirewall } from '@innkeeper/db/tables/firewalls';
import { type LoadedIso, loadIso, lockIso } from '@innkeeper/db/tables/isos';
import { type LoadedOperation, loadOperation } from '@innkeeper/db/tables/operations';
import { type LoadedOrder, loadOrders, lockOrder } from '@innkeeper/db/tables/orders';
import { findPasskeyOf, lockPasskeyOf, type Passkey } from '@innkeeper/db/tables/passkeys';
import { storedCards } from '@innkeeper/db/tables/saved-cards';
import { type LoadedServer, lockServer } from '@innkeeper/db/tables/servers';
import { findSessionOf, type SessionRow } from '@innkeeper/db/tables/sessions';
import { findSshKey, type LoadedSshKey, lockSshKey } from '@innkeeper/db/tables/ssh-keys';
import { type AccessToken, findToken, lockToken } from '@innkeeper/db/tables/tokens';
import { findWebhook, lockWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import type { InvoiceType } from '@innkeeper/model/invoices/document';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { TicketStatus } from '@innkeeper/model/states/ticket';
import type { Kysely } from 'kysely';
import type { MutatingRequestCx, RequestCx } from '../context.ts';

/** Fields of a row that identify its owner. */
export interface OwnedRow {
  readonly id: number;
  readonly account_id: number | null;
}

/** Rows for operations that only read. */
export interface ReadRows extends Record<ResourceKind, unknown> {
  server: LoadedServer;
  ssh_key: LoadedSshKey;
  order: LoadedOrder;
  snapshot: Copy;
  backup: Copy;
  iso: LoadedIso;
  operation: LoadedOperation;
  ticket: { id: number; account_id: number | null; status: TicketStatus; waiting_since: Date | null };
  ticket_attachment: OwnedRow;
  invoice: OwnedRow & { type: InvoiceType; number: number };
  ip_address: IpAddress;
  floating_ip: OwnedRow;
  firewall: LoadedFirewall;
  attack: OwnedRow;
  token: AccessToken;
  session: SessionRow;
  passkey: Passkey;
  payment_card: SavedCard;
  webhook: Webhook;
  event_delivery: EventDelivery;
  account_export: AccountExport;
  addon: OwnedRow & { status: ServerStatus };
  plan: { id: number };
  service: OwnedRow;
  member: OwnedRow;
  invitation: OwnedRow;
  support_grant: OwnedRow;
}

/** Rows for operations that change something, locked until the transaction ends. */
export interface LockedRows extends Omit<ReadRows, 'server' | 'ssh_key' | 'order' | 'iso' | 'firewall'> {
  server: Server;
  ssh_key: SshKey;
  order: Order;
  iso: Iso;
  firewall: Firewall;
}

export interface PathReference {
  id: number;
  /** Value in the path, for resources that are not named by a number. */
  text: string;
  /** Id of the enclosing resource in the path, or `undefined`. */
  parent: number | undefined;
  /** All parameters of the path. */
  params: Readonly<Record<string, unknown>>;
}

interface Source<Read, Locked> {
  read(cx: RequestCx, named: PathReference): Promise<Read | undefined>;
  lock(cx: MutatingRequestCx, named: PathReference): Promise<Locked | undefined>;
  /** `readable` if every account may read rows without an account. */
  unowned?: 'readable';
}

type Sources = { [K in ResourceKind]: Source<ReadRows[K], LockedRows[K]> };

/** Returns a source without locks. For kinds that are never changed by path, or only under the lock of their enclosing resource. */
function unlocked<Row>(read: Source<Row, Row>['read']): Source<Row, Row> {
  return { read, lock: read };
}

type LockableQuery<Row> = { forUpdate(): LockableQuery<Row>; executeTakeFirst(): Promise<Row | undefined> };

/** Returns a source that uses one query for reads and changes. For a change, the query is `for update`. */
function lockable<Row>(find: (db: Kysely<Database>, named: PathReference) => LockableQuery<Row>): Source<Row, Row> {
  return {
    read: ({ db }, named) => find(db, named).executeTakeFirst(),
    lock: ({ db }, named) => find(db, named).forUpdate().executeTakeFirst(),
  };
}

/** Returns a source that reads only the owner. */
function ownedIn(table: 'floating_ips' | 'memberships' | 'invitations' | 'support_grants'): Source<OwnedRow, OwnedRow> {
  return lockable<OwnedRow>((db, { id }) => db.selectFrom(table).select(['id', 'account_id']).where('id', '=', id));
}

const ticket = lockable((db, { id }) =>
  db.selectFrom('tickets').select(['id', 'account_id', 'status', 'waiting_since']).where('id', '=', id),
);

/** An addon is not found inside another server. */
const addon = lockable((db, { id, parent }) =>
  db
    .selectFrom('addons')
    .select(['id', 'account_id', 'status'])
    .where('id', '=', id)
    .$if(parent !== undefined, (query) => query.where('server_id', '=', parent ?? 0)),
);

/** Files of internal notes are not found by customers. */
const attachment = lockable<OwnedRow>((db, { id, parent }) =>
  db
    .selectFrom('ticket_attachments as a')
    .select(['a.id', 'a.account_id'])
    .where('a.id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('ticket_messages as m').whereRef('m.id', '=', 'a.message_id').where('internal', '=', false)),
    )
    .$if(parent !== undefined, (query) => query.where('ticket_id', '=', parent ?? 0)),
);

const invoice = unlocked<ReadRows['invoice']>(({ db }, { id }) =>
  db.selectFrom('invoices').select(['id', 'account_id', 'type', 'number']).where('id', '=', id).executeTakeFirst(),
);

function copyOf(kind: Copy['kind']): Source<Copy, Copy> {
  const only = (copy: Copy | undefined) => (copy?.kind === kind ? copy : undefined);
  return {
    read: async ({ db }, { id }) => only(await findCopy(db, id)),
    lock: async ({ db }, { id }) => only(await lockCopy(db, id)),
  };
}

/** A paid service, found by its order line. The order is locked instead. */
const service = unlocked<OwnedRow>(async ({ db }, { id, parent, params }) => {
  const line = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select('o.account_id')
    .where('l.service_id', '=', id)
    .where('l.service_type', '=', String(params.service_type))
    .$if(parent !== undefined, (query) => query.where('l.order_id', '=', parent ?? 0))
    .executeTakeFirst();
  return line && { id, account_id: line.account_id };
});

const attack = unlocked<OwnedRow>(({ db }, { text, parent }) =>
  db
    .selectFrom('attacks')
    .select(['id', 'account_id'])
    .where('key', '=', text)
    .$if(parent !== undefined, (query) => query.where('ip_address_id', '=', parent ?? 0))
    .executeTakeFirst(),
);

/** Changed under the lock of its webhook. */
const eventDelivery = unlocked<EventDelivery>(({ db }, { text, parent }) =>
  db
    .selectFrom('event_deliveries')
    .selectAll()
    .where('key', '=', text)
    .$if(parent !== undefined, (query) => query.where('webhook_id', '=', parent ?? 0))
    .executeTakeFirst(),
);

const plan = unlocked<{ id: number }>(({ db }, { id }) =>
  db.selectFrom('plans').select('id').where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst(),
);

export const SOURCES: Sources = {
  server: { read: (cx, { id }) => cx.load.server(id), lock: ({ db }, { id }) => lockServer(db, id) },
  ssh_key: { read: ({ db }, { id }) => findSshKey(db, id), lock: ({ db }, { id }) => lockSshKey(db, id) },
  order: { read: async ({ db }, { id }) => (await loadOrders(db, [id]))[0], lock: ({ db }, { id }) => lockOrder(db, id) },
  iso: {
    read: ({ db, actor }, { id }) => loadIso(db, id, actor.accountId),
    lock: ({ db }, { id }) => lockIso(db, id),
    unowned: 'readable',
  },
  snapshot: copyOf('snapshot'),
  backup: copyOf('backup'),
  operation: unlocked(({ db }, { id }) => loadOperation(db, id)),
  ticket,
  invoice,
  ip_address: lockable((db, { id }) => db.selectFrom('ip_addresses').selectAll().where('id', '=', id)),
  floating_ip: ownedIn('floating_ips'),
  firewall: { read: ({ db }, { id }) => findFirewall(db, id), lock: ({ db }, { id }) => lockFirewall(db, id) },
  ticket_attachment: attachment,
  attack,
  token: { read: ({ db }, { id }) => findToken(db, id), lock: ({ db }, { id }) => lockToken(db, id) },
  session: unlocked(({ db, actor: { userId, accountId } }, { id }) => findSessionOf(db, { id, userId, accountId })),
  passkey: {
    read: ({ db, actor: { userId, accountId } }, { id }) => findPasskeyOf(db, { id, userId, accountId }),
    lock: ({ db, actor: { userId, accountId } }, { id }) => lockPasskeyOf(db, { id, userId, accountId }),
  },
  payment_card: lockable(storedCards),
  webhook: { read: ({ db }, { id }) => findWebhook(db, id), lock: ({ db }, { id }) => lockWebhook(db, id) },
  event_delivery: eventDelivery,
  account_export: unlocked(({ db }, { id }) => findExport(db, id)),
  addon,
  member: ownedIn('memberships'),
  invitation: ownedIn('invitations'),
  support_grant: ownedIn('support_grants'),
  plan: { ...plan, unowned: 'readable' },
  service,
};
