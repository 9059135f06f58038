/** Reads the addons of the catalogue. */
import type { AddonKind } from '@innkeeper/model/services/addons';
import { type Kysely, sql } from 'kysely';
import type { AddonProduct, Database } from '../schema.ts';

/** An addon of the catalogue. `plan_ids` lists the plans that it is sold for, or is `null` for all plans. */
export interface LoadedAddonProduct extends AddonProduct {
  kind: AddonKind;
  plan_ids: number[] | null;
}

/** Finds addons by key in catalogue order, including those that are no longer sold. */
export async function findAddonProducts(db: Kysely<Database>, keys: readonly string[]): Promise<LoadedAddonProduct[]> {
  return products(db)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
}

/** Lists the addons on sale for a plan, in catalogue order. */
export async function addonProductsOfPlan(db: Kysely<Database>, planId: number): Promise<LoadedAddonProduct[]> {
  const onSale = await products(db).where('disabled_at', 'is', null).execute();
  return onSale.filter(({ plan_ids }) => plan_ids === null || plan_ids.includes(planId));
}

function products(db: Kysely<Database>) {
  return db
    .selectFrom('addon_products')
    .selectAll()
    .select(
      sql<
        number[] | null
      >`(select array_agg(plan_id order by plan_id) from plan_addons where addon_product_id = addon_products.id)`.as('plan_ids'),
    )
    .orderBy('position')
    .orderBy('id');
}
