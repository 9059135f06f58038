/** Fixtures of invoices. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

/** A proform of an order, with the next number. Returns its id. */
export async function givenProform(db: Kysely<Database>, order: { id: number; accountId: number }): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { last } = await trx
      .updateTable('invoice_series')
      .set({ last: sql`last + 1` })
      .where('type', '=', 'proform')
      .returning('last')
      .executeTakeFirstOrThrow();
    const amounts = { net: 399n, vat: 80n, gross: 479n };
    const { id } = await trx
      .insertInto('invoices')
      .values({
        ...{ account_id: order.accountId, type: 'proform', number: last, issued_at: new Date(), currency: 'EUR' },
        ...amounts,
        document: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('invoice_orders').values({ invoice_id: id, order_id: order.id }).execute();
    return id;
  });
}
