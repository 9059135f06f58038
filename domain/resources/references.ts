/**
 * Loads what a request names in its body, and refuses what it may not use. What is absent, or can't be used now, is `validation` at the
 * place that names it (`primary_iso_id`, `ssh_keys.0`); another account's is `not_yours`. What a path names is loaded by load.ts.
 */
import type { Copy, CopyKind, Database, Image, Iso, Order, Service, SshKey } from '@innkeeper/db/schema';
import { shareCopy } from '@innkeeper/db/tables/copies';
import { findImage } from '@innkeeper/db/tables/images';
import { shareIso } from '@innkeeper/db/tables/isos';
import { findMembers } from '@innkeeper/db/tables/members';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import { findTickets } from '@innkeeper/db/tables/tickets';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Transaction } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { throwAll } from '../refusals.ts';
import { refuseOutOfScope } from './scope.ts';

interface Rows {
  ssh_key: SshKey;
  iso: Iso;
  snapshot: Copy;
  backup: Copy;
  image: Image;
  order: Order;
  /** What is paid for it. */
  server: Service;
  floating_ip: Service;
  support_plan: Service;
  member: { id: number; account_id: number };
  ticket: { id: number; account_id: number | null };
}
export type ReferenceKind = keyof Rows;

interface Source<Row> {
  /** What customers call it. */
  noun: string;
  /** Those that there are, in any order; what could be deleted before it is used is kept until the transaction ends. */
  find(trx: Transaction<Database>, ids: readonly number[]): Promise<Row[]>;
  /** Who may use a row of no account: nobody (default), or everyone. */
  unowned?: 'usable';
  /** Why the caller's own can't be used now, as a sentence. */
  refusal?(row: Row): string | undefined;
}

const oneByOne =
  <Row>(find: (trx: Transaction<Database>, id: number) => Promise<Row | undefined>): Source<Row>['find'] =>
  async (trx, ids) => {
    const rows: Row[] = [];
    for (const id of ids) rows.push(...[await find(trx, id)].filter((row) => row !== undefined));
    return rows;
  };

const copyOf = (kind: CopyKind): Source<Copy> => ({
  noun: kind,
  find: async (trx, ids) => (await oneByOne(shareCopy)(trx, ids)).filter((copy) => copy.kind === kind),
  refusal: ({ status }) => (status === 'ready' ? undefined : `There is no such ${kind}.`),
});

const serviceOf = (type: Service['type'], noun: string): Source<Service> => ({
  noun,
  find: async (trx, ids) => (await findServices(trx, ids)).filter((service) => service.type === type),
});

const SOURCES: { readonly [K in ReferenceKind]: Source<Rows[K]> } = {
  ssh_key: { noun: 'SSH key', find: findSshKeys },
  iso: {
    noun: 'ISO',
    find: oneByOne(shareIso),
    unowned: 'usable',
    refusal: ({ status }) => ISO_REFUSALS[status],
  },
  snapshot: copyOf('snapshot'),
  backup: copyOf('backup'),
  image: {
    noun: 'image',
    find: async (trx, ids) => (await oneByOne(findImage)(trx, ids)).filter((image) => image.disabled_at === null),
    unowned: 'usable',
  },
  order: { noun: 'order', find: lockOrders },
  server: serviceOf('server', 'server'),
  floating_ip: serviceOf('floating-ip', 'floating IP'),
  support_plan: serviceOf('support-plan', 'support plan'),
  member: { noun: 'member', find: findMembers },
  ticket: { noun: 'ticket', find: findTickets },
};

const ISO_REFUSALS: Readonly<Record<Iso['status'], string | undefined>> = {
  downloading: 'This ISO is still being downloaded.',
  failed: 'This ISO could not be downloaded.',
  ready: undefined,
};

/** The row that `field` names. */
export async function requireReference<K extends ReferenceKind>(
  cx: MutatingCx,
  kind: K,
  id: number,
  field: string,
): Promise<Rows[K]> {
  const rows = await SOURCES[kind].find(cx.db, [id]);
  const found = judge(cx, kind, rows[0], field);
  if (found instanceof Failure) throw found;
  return found;
}

/**
 * Returns the rows that the items of `field` name, in their order. An id that is named twice is there twice.
 * Throws one `validation` failure for all that can't be used.
 */
export async function requireReferences<K extends ReferenceKind>(
  cx: MutatingCx,
  kind: K,
  ids: readonly number[],
  field: string,
): Promise<Rows[K][]> {
  if (ids.length === 0) return [];
  const rows = new Map((await SOURCES[kind].find(cx.db, ids)).map((row) => [row.id, row]));
  const refusals: Failure[] = [];
  const found = ids.flatMap((id, i) => {
    const one = judge(cx, kind, rows.get(id), `${field}.${i}`);
    if (!(one instanceof Failure)) return [one];
    refusals.push(one);
    return [];
  });
  throwAll(refusals);
  return found;
}

/** Returns the row, or why it can't be used. Throws `not_yours` and `out_of_scope`, which come before any other refusal. */
function judge<K extends ReferenceKind>(cx: MutatingCx, kind: K, row: Rows[K] | undefined, field: string): Rows[K] | Failure {
  const { noun, unowned, refusal }: Source<Rows[K]> = SOURCES[kind];
  const owner = row && 'account_id' in row ? row.account_id : null;
  if (!row || (owner === null && unowned === undefined)) return invalid(field, `There is no such ${noun}.`);
  if (owner !== null && owner !== cx.actor.accountId) throw new Failure('not_yours');
  if (kind === 'server' || kind === 'snapshot' || kind === 'backup') refuseOutOfScope(cx.actor, kind, row);
  const refused = refusal?.(row);
  return refused === undefined ? row : invalid(field, refused);
}
