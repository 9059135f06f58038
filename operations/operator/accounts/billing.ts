import { findVatCheck } from '@innkeeper/db/tables/vat-checks';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import type { OperatorCx } from '../context.ts';

/** Returns the billing data of an account and the VAT that a new order would be charged now. */
export async function billingOf(cx: OperatorCx, id: number) {
  const row = await cx.db
    .selectFrom('accounts')
    .select(['address', 'city', 'postal_code', 'company', 'company_name', 'company_address', 'company_number', 'vat_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const check = row.vat_number === null ? undefined : await findVatCheck(cx.db, id, row.vat_number);
  const { country, rateBp, rule, pending } = await taxOf(cx, id);
  return {
    ...row,
    vat: { country, rate: rateBp / 100, rule, pending },
    vat_check: check
      ? {
          verdict: check.verdict,
          checked_at: check.checked_at,
          consultation_number: check.consultation_number,
          registered_name: check.name,
          next_try_at: check.next_try_at,
          error: check.error,
        }
      : null,
  };
}
