/** Sets the billing data of an account. The VAT depends on these data, so a new VAT number is verified with the register. */
import type { Account } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { normaliseVatNumber } from '@innkeeper/model/vat/checking';
import { isInVatArea, isNumberOf, vatPrefixOf } from '@innkeeper/model/vat/countries';
import type { MutatingCx } from '../context.ts';
import { requirePrintable } from '../invoices/printable.ts';
import { scheduleVatCheck } from './vat-numbers.ts';

type Column = 'name' | 'address' | 'city' | 'postal_code' | 'company_name' | 'company_address' | 'company_number';

/** Changes of billing data. Omitted fields stay, `null` clears a field. `country` is an ISO 3166 code. */
export interface BillingData extends Partial<Pick<Account, Column | 'company' | 'vat_number'>> {
  country?: string | undefined;
}

/** Format that the database's check constraint requires. */
const NUMBER = /^[A-Z]{2}[0-9A-Z+*]{2,14}$/;

/** Stores the changes and requests a check of the VAT number if it may have changed. Throws `validation` with the field. */
export async function setBillingData(cx: MutatingCx, accountId: number, { country, ...data }: BillingData): Promise<void> {
  requirePrintable(cx, data);
  const account = await cx.db
    .selectFrom('accounts')
    .innerJoin('countries', 'countries.id', 'accounts.country_id')
    .select(['countries.code', 'accounts.country_id', 'accounts.company', 'accounts.vat_number'])
    .where('accounts.id', '=', accountId)
    .forNoKeyUpdate('accounts')
    .executeTakeFirstOrThrow();
  const country_id = country === undefined ? account.country_id : await idOfCountry(cx, country);
  const vat_number = data.vat_number === undefined ? account.vat_number : normaliseOptional(data.vat_number);
  const company = data.company ?? account.company;
  const now = { country: country ?? account.code, company, vatNumber: vat_number };
  refuseNumber(now);
  await cx.db
    .updateTable('accounts')
    .set({ ...data, country_id, vat_number, company })
    .where('id', '=', accountId)
    .execute();
  const isVatDataSet = data.vat_number !== undefined || country !== undefined || data.company !== undefined;
  if (company && vat_number !== null && isVatDataSet)
    await scheduleVatCheck(cx, { accountId, country: now.country, vatNumber: vat_number });
}

const normaliseOptional = (number: string | null): string | null => (number === null ? null : normaliseVatNumber(number) || null);

async function idOfCountry(cx: MutatingCx, code: string): Promise<number> {
  const found = await cx.db.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirst();
  if (!found) throw invalid('country', `The country ${code} is not in the catalogue.`);
  return found.id;
}

function refuseNumber({ country, company, vatNumber }: { country: string; company: boolean; vatNumber: string | null }): void {
  if (vatNumber === null) return;
  if (!company) throw invalid('vat_number', 'Only a company can have a VAT number. Set company first.');
  if (!NUMBER.test(vatNumber))
    throw invalid('vat_number', 'Must be a VAT number with the letters of its country, such as ATU12345675.');
  if (isInVatArea(country) && !isNumberOf(vatNumber, country))
    throw invalid('vat_number', `Must begin with ${vatPrefixOf(country)}, like every VAT number of this country.`);
}
