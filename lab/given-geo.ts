/** Country data of addresses, as an import leaves them. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** Inserts ranges by country, such as `192.0.2.0-192.0.2.255`, and puts them into use. */
export async function givenCountryData(
  db: Kysely<Database>,
  ranges: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  await db
    .insertInto('geo_sources')
    .values({ kind: 'country', location: '/given.csv' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('geo_datasets').set({ in_use: false }).where('kind', '=', 'country').execute();
  const now = new Date();
  const { id } = await db
    .insertInto('geo_datasets')
    .values({
      ...{ kind: 'country', location: '/given.csv', licence: 'CC0', attribution: 'Example', version: '1', sha256: '' },
      ...{ built_at: now, imported_at: now, in_use: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Object.entries(ranges).flatMap(([country, some]) =>
    some.map((range) => ({
      dataset_id: id,
      country,
      first_address: range.split('-')[0] ?? '',
      last_address: range.split('-')[1] ?? '',
    })),
  );
  if (rows.length > 0) await db.insertInto('geo_ranges').values(rows).execute();
  return id;
}
