/** Prices follow the postal code of an account, because some postal codes are in territories with their own VAT (model/vat/territories.ts). */
import { type Kysely, sql } from 'kysely';

const TRIGGERS = [
  ['tell_tax', 'tell_tax_of_account'],
  ['tell_tax_of_sessions', 'tell_tax_of_sessions'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [trigger, run] of TRIGGERS)
    await sql
      .raw(`
    drop trigger ${trigger} on accounts;
    create trigger ${trigger} after update of country_id, company, vat_number, postal_code on accounts for each row
      when ((old.country_id, old.company, old.vat_number, old.postal_code)
        is distinct from (new.country_id, new.company, new.vat_number, new.postal_code))
      execute function ${run}();
  `)
      .execute(db);
}
