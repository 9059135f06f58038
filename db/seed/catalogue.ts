/** What a new installation starts with. Rows that are there already stay as the operator has them. */
import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { COUNTRIES } from './countries.ts';
import { PLANS } from './plans.ts';

const IMAGE_GROUPS: readonly Insertable<Database['image_groups']>[] = [
  { key: 'tiny', name: 'Tiny', type: 'os', icon: 'tiny', position: 1 },
  { key: 'debian', name: 'Debian', type: 'os', icon: 'debian', position: 2 },
];

/** Countries, plans and groups of images, each by its key, once. Images come with `registerImage`, addresses with `addPool`. */
export async function seedCatalogue(trx: Transaction<Database>): Promise<void> {
  await trx
    .insertInto('countries')
    .values(COUNTRIES.map(([code, name, tax_rate_bp]) => ({ code, name, tax_rate_bp })))
    .onConflict((oc) => oc.column('code').doNothing())
    .execute();
  await trx
    .insertInto('plans')
    .values([...PLANS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('image_groups')
    .values([...IMAGE_GROUPS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}
