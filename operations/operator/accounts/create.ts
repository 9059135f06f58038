import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { deposit } from '@innkeeper/db/ledger';
import { createAccount as insertAccount } from '@innkeeper/db/tables/accounts';
import { attributeReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import { requirePrintable } from '@innkeeper/domain/invoices/printable';
import { invalid } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { loadAccount } from './find.ts';

/**
 * Creates an account. Throws `validation` if the email address already has an account, the country is not in the catalogue, or invoices
 * cannot show the name.
 */
export async function createAccount(
  cx: OperatorCx,
  { email, name = '', country, funds = '0', referral_code }: OperatorInput<'createAccount'>,
): Promise<OperatorResult<'createAccount'>> {
  const known = await cx.db.selectFrom('countries').select('id').where('code', '=', country).executeTakeFirst();
  if (!known) throw invalid('country', `The country ${country} is not in the catalogue.`);
  requirePrintable(cx, { name });
  const created = await insertAccount(cx.db, { email, name, country });
  if (!created) throw invalid('email', `${email} already has an account.`);
  const id = created.accountId;
  if (referral_code !== undefined) await attributeReferral(cx, id, referral_code);
  const amount = parseDecimal(funds);
  const description = 'Granted by the operator';
  if (amount > 0n)
    await deposit(cx.db, {
      accountId: id,
      amount,
      gateway: 'operator',
      paymentMethod: 'operator',
      description,
      now: cx.clock.now(),
    });
  await audit(cx, 'createAccount', { kind: 'account', id: id, accountId: id }, { funds: formatDecimal(amount) });
  return loadAccount(cx.db, id);
}
