/**
 * Loads the resources that a request names in its body, and checks that they may be used. load.ts loads the resources of a path.
 *
 * A resource that does not exist or cannot be used now is a `validation` failure of the field that names it (`primary_iso_id`,
 * `ssh_keys.0`). A resource of another account is `not_yours`.
 */
import type { Copy, CopyKind, Database, Image, IpAddress, Iso, Order, Service, SshKey } from '@innkeeper/db/schema';
import { lockCopyShared } from '@innkeeper/db/tables/copies';
import { findInvoices } from '@innkeeper/db/tables/invoices/list';
import { lockIsoShared } from '@innkeeper/db/tables/isos';
import { findMembers } from '@innkeeper/db/tables/members';
import { readCopies, readImages, readIpAddresses, readIsos, readOrders } from '@innkeeper/db/tables/named-rows';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import { findTickets } from '@innkeeper/db/tables/tickets';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { RowReference } from '@innkeeper/model/requests/references';
import type { Kysely, Transaction } from 'kysely';
import type { Cx, MutatingCx } from '../context.ts';
import { throwAll } from '../refusals.ts';
import { isOutOfScope } from './scope.ts';

interface Rows extends Record<RowReference, object> {
  ssh_key: SshKey;
  iso: Iso;
  snapshot: Copy;
  backup: Copy;
  image: Image;
  order: Order;
  /** The paid service of the server. */
  server: Service;
  floating_ip: Service;
  support_plan: Service;
  member: { id: number; account_id: number };
  ticket: { id: number; account_id: number | null };
  invoice: { id: number; account_id: number };
  ip_address: IpAddress;
}

interface Source<Row> {
  /** Name of the resource in messages. */
  noun: string;
  /** Reads the existing rows of these ids, in any order. Locks nothing. */
  read(db: Kysely<Database>, ids: readonly number[]): Promise<Row[]>;
  /** Reads the rows and locks those that could be deleted before they are used, until the transaction ends. Defaults to `read`. */
  hold?(trx: Transaction<Database>, ids: readonly number[]): Promise<Row[]>;
  /** `usable` if every account may use rows without an account. */
  unowned?: 'usable';
  /** Returns why the caller's own row cannot be used now, as a sentence, or `undefined`. */
  refusal?(row: Row): string | undefined;
}

const oneByOne =
  <Row>(find: (trx: Transaction<Database>, id: number) => Promise<Row | undefined>): NonNullable<Source<Row>['hold']> =>
  async (trx, ids) => {
    const rows: Row[] = [];
    for (const id of ids) rows.push(...[await find(trx, id)].filter((row) => row !== undefined));
    return rows;
  };

const copyOf = (kind: CopyKind): Source<Copy> => ({
  noun: kind,
  read: async (db, ids) => (await readCopies(db, ids)).filter((copy) => copy.kind === kind),
  hold: async (trx, ids) => (await oneByOne(lockCopyShared)(trx, ids)).filter((copy) => copy.kind === kind),
  refusal: ({ status }) => (status === 'ready' ? undefined : `This ${kind} does not exist.`),
});

const serviceOf = (type: Service['type'], noun: string): Source<Service> => ({
  noun,
  read: async (db, ids) => (await findServices(db, ids)).filter((service) => service.type === type),
});

const SOURCES: { readonly [K in RowReference]: Source<Rows[K]> } = {
  ssh_key: { noun: 'SSH key', read: findSshKeys },
  iso: {
    noun: 'ISO',
    read: readIsos,
    hold: oneByOne(lockIsoShared),
    unowned: 'usable',
    refusal: ({ status }) => ISO_REFUSALS[status],
  },
  snapshot: copyOf('snapshot'),
  backup: copyOf('backup'),
  image: {
    noun: 'image',
    read: async (db, ids) => (await readImages(db, ids)).filter((image) => image.disabled_at === null),
    unowned: 'usable',
    refusal: ({ missing_since }) =>
      missing_since === null ? undefined : 'This image is not available at the moment. Choose another image.',
  },
  order: { noun: 'order', read: readOrders, hold: lockOrders },
  server: serviceOf('server', 'server'),
  floating_ip: serviceOf('floating-ip', 'floating IP'),
  support_plan: serviceOf('support-plan', 'support plan'),
  member: { noun: 'member', read: findMembers },
  ticket: { noun: 'ticket', read: findTickets },
  invoice: { noun: 'invoice', read: findInvoices },
  ip_address: { noun: 'address', read: readIpAddresses },
};

const ISO_REFUSALS: Readonly<Record<Iso['status'], string | undefined>> = {
  downloading: 'This ISO is still being downloaded. Wait until its status is ready.',
  failed: 'The download of this ISO failed. Add it again.',
  ready: undefined,
};

/** Returns the row that `field` names. Throws if it cannot be used. */
export async function requireReference<K extends RowReference>(
  cx: MutatingCx,
  kind: K,
  id: number,
  field: string,
): Promise<Rows[K]> {
  const rows = await lockRows(cx, kind, [id]);
  const found = judge(cx, kind, rows[0], field);
  if (found instanceof Failure) throw found;
  return found;
}

/**
 * Returns the rows that the items of `field` name, in their order. An id that is named twice is returned twice.
 * Throws one `validation` failure for all items that cannot be used.
 */
export async function requireReferences<K extends RowReference>(
  cx: MutatingCx,
  kind: K,
  ids: readonly number[],
  field: string,
): Promise<Rows[K][]> {
  if (ids.length === 0) return [];
  const rows = new Map((await lockRows(cx, kind, ids)).map((row) => [row.id, row]));
  const refusals: Failure[] = [];
  const found = ids.flatMap((id, i) => {
    const one = judge(cx, kind, rows.get(id), `${field}.${i}`);
    if (!(one instanceof Failure)) return [one];
    if (one.code !== 'validation') throw one;
    refusals.push(one);
    return [];
  });
  throwAll(refusals);
  return found;
}

/**
 * Lists the `validation` failures of rows that the caller names, with one query and without a lock. Rows of another account are not
 * reported: they fail with `not_yours` in a request that is otherwise valid.
 */
export async function listInvalidRows(
  cx: Cx,
  kind: RowReference,
  named: readonly { value: number; field: string }[],
): Promise<Failure[]> {
  const ids = [...new Set(named.map(({ value }) => value))];
  const rows = new Map((await SOURCES[kind].read(cx.db, ids)).map((row) => [(row as { id: number }).id, row]));
  return named.flatMap(({ value, field }) => {
    const one = judge(cx, kind, rows.get(value) as never, field);
    return one instanceof Failure && one.code === 'validation' ? [one] : [];
  });
}

function lockRows<K extends RowReference>(cx: MutatingCx, kind: K, ids: readonly number[]): Promise<Rows[K][]> {
  const source: Source<Rows[K]> = SOURCES[kind];
  return (source.hold ?? source.read)(cx.db, ids);
}

/** Returns the row, or why it cannot be used: `not_yours` and `out_of_scope` come before any other failure. */
function judge<K extends RowReference>(cx: Cx, kind: K, row: Rows[K] | undefined, field: string): Rows[K] | Failure {
  const { noun, unowned, refusal }: Source<Rows[K]> = SOURCES[kind];
  const owner = row && 'account_id' in row ? row.account_id : null;
  if (!row || (owner === null && unowned === undefined)) return invalid(field, `This ${noun} does not exist.`);
  if (owner !== null && owner !== cx.actor.accountId) return new Failure('not_yours');
  if ((kind === 'server' || kind === 'snapshot' || kind === 'backup') && isOutOfScope(cx.actor, kind, row))
    return new Failure('out_of_scope');
  const refused = refusal?.(row);
  return refused === undefined ? row : invalid(field, refused);
}
