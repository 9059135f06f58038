import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { attributeReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import { setBillingData } from '@innkeeper/domain/tax/billing-data';
import { parseDecimal } from '@innkeeper/model/money';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';
import { billingOf } from './billing.ts';
import { loadAccount } from './find.ts';
import { setMonthlyCap, spendingOf } from './spending.ts';

/**
 * Changes the billing data of an account for later orders.
 *
 * A worker verifies a new VAT number. The account pays consumer VAT until then. Setting `company` to false clears all company fields. The
 * referral code can be set once, at any time. A spending cap applies at once and includes earlier spending of the month.
 */
export async function setAccount(
  cx: OperatorCx,
  { account, ...given }: OperatorInput<'setAccount'>,
): Promise<OperatorResult<'setAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const named = namedFields(given);
  const cleared = named.company === false ? NO_COMPANY : {};
  const { referral_code, monthly_cap, ...billing } = named;
  if (referral_code !== undefined) await attributeReferral(cx, id, referral_code, { late: true });
  if (monthly_cap !== undefined) await setMonthlyCap(cx, id, monthly_cap === null ? null : parseDecimal(monthly_cap));
  await setBillingData(cx, id, { ...billing, ...cleared });
  await audit(cx, 'setAccount', { kind: 'account', id, accountId: id }, named);
  return { ...(await loadAccount(cx.db, id)), billing: await billingOf(cx, id), spending: await spendingOf(cx, id) };
}

const NO_COMPANY = { company_name: null, company_address: null, company_number: null, vat_number: null };
