/** Limits of the payment methods of the catalogue. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export type MethodLimits = Pick<Selectable<Database['payment_methods']>, 'key' | 'driver' | 'minimum' | 'maximum'>;

/** Returns the limits of all methods by key, also of those that are not offered. */
export async function limitsOfMethods(db: Kysely<Database>): Promise<Map<string, MethodLimits>> {
  const rows = await db.selectFrom('payment_methods').select(['key', 'driver', 'minimum', 'maximum']).execute();
  return new Map(rows.map((row) => [row.key, row]));
}
