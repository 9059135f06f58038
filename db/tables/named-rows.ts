/** Reads rows that a request names by id, without a lock. */
import { type Kysely, sql } from 'kysely';
import type { Copy, Database, Image, IpAddress, Iso, Order } from '../schema.ts';

type Ids = readonly number[];

export function readCopies(db: Kysely<Database>, ids: Ids): Promise<Copy[]> {
  return db.selectFrom('copies').selectAll().where('id', '=', anyOf(ids)).execute();
}

export function readIsos(db: Kysely<Database>, ids: Ids): Promise<Iso[]> {
  return db.selectFrom('isos').selectAll().where('id', '=', anyOf(ids)).execute();
}

export function readImages(db: Kysely<Database>, ids: Ids): Promise<Image[]> {
  return db.selectFrom('images').selectAll().where('id', '=', anyOf(ids)).execute();
}

export function readOrders(db: Kysely<Database>, ids: Ids): Promise<Order[]> {
  return db.selectFrom('orders').selectAll().where('id', '=', anyOf(ids)).execute();
}

export function readIpAddresses(db: Kysely<Database>, ids: Ids): Promise<IpAddress[]> {
  return db.selectFrom('ip_addresses').selectAll().where('id', '=', anyOf(ids)).execute();
}

const anyOf = (ids: Ids) => sql<number>`any(${[...ids]}::int[])`;
