/** What is paid for: status, price and term of servers and their addons, and the requests that they shall end. */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type NewService = Insertable<Database['services']>;

/** Answers its id, which is also that of the server or addon that it is. */
export async function insertService(trx: Kysely<Database>, service: NewService): Promise<number> {
  const { id } = await trx.insertInto('services').values(service).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateService(db: Kysely<Database>, id: number, fields: Updateable<Database['services']>): Promise<void> {
  await db.updateTable('services').set(fields).where('id', '=', id).execute();
}

/** Those of the ids that are there, held until the transaction ends; always in one order, so that no two wait crosswise. */
export async function lockServices(trx: Transaction<Database>, ids: readonly number[]): Promise<Service[]> {
  return trx
    .selectFrom('services')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}
