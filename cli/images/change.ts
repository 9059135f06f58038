import { withDatabase } from '@innkeeper/apps/installation/database';
import type { Home } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';

export interface ImageChange {
  name?: string | undefined;
  eol?: boolean | undefined;
  minimumRamGb?: number | undefined;
  /** Whether it is on sale. Servers that were made of it go on. */
  onSale?: boolean | undefined;
}

/** Changes what the catalogue says of an image. */
export async function changeImage(home: Home, key: string, change: ImageChange): Promise<void> {
  const { name, eol, minimumRamGb: minimum_ram_gb, onSale } = change;
  const said = {
    ...(name === undefined ? {} : { name }),
    ...(eol === undefined ? {} : { eol }),
    ...(minimum_ram_gb === undefined ? {} : { minimum_ram_gb }),
  };
  const sale = onSale === undefined ? {} : { disabled_at: onSale ? null : new Date() };
  const fields = { ...said, ...sale };
  if (Object.keys(fields).length === 0) throw new Refusal('Nothing to change was named.');
  await withDatabase(home, (db) =>
    inTransaction(db, async (trx) => {
      const row = await trx.updateTable('images').set(fields).where('key', '=', key).returning('id').executeTakeFirst();
      if (!row) throw new Refusal(`There is no image ${key}.`);
      const details = { key, ...said, ...(onSale === undefined ? {} : { on_sale: onSale }) };
      await audit(operatorCx(trx), 'changeImage', { kind: 'image', id: row.id }, details);
    }),
  );
}
