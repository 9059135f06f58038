/** Amounts of an entry, its transactions and its stated charges. */
import { parseDecimal } from '@innkeeper/model/money/money';
import { at, listOf, type Node, textAt, textOf } from './nodes.ts';

export interface Amount {
  cents: bigint;
  currency: string;
}

/** ISO 20022 allows 18 digits. Some banks pad them with zeros. */
const MAX_LENGTH = 64;

/** Returns the amount of an element, or `undefined` if it is not in whole cents. */
export function amountOf(given: unknown): Amount | undefined {
  const currency = typeof given === 'object' && given !== null ? String((given as Node)['@Ccy'] ?? '') : '';
  const digits = textOf(given).replace(/^\+/, '');
  if (digits.length > MAX_LENGTH) return undefined;
  // ISO 20022 allows up to five decimals. Only zeros may follow the cents.
  const exact = /^0*(\d{0,13})(?:\.(\d{0,2})0*)?$/.exec(digits);
  if (!exact || !/\d/.test(digits) || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return { cents: parseDecimal(`${exact[1] || '0'}${exact[2] ? `.${exact[2]}` : ''}`), currency };
}

/** Returns the cents of a transaction in the currency of its entry, or `undefined`. The element depends on the version of the format. */
export function partCents(part: Node, currency: string): bigint | undefined {
  const amounts = [amountOf(part.Amt), amountOf(at(part, 'AmtDtls', 'TxAmt')?.Amt)];
  return amounts.find((amount) => amount?.currency === currency)?.cents;
}

/**
 * Returns whether stated charges explain that the transactions exceed the entry by `rest` cents. Charges may be stated for the entry, for its
 * transactions, or for both.
 */
export function chargesExplain(rest: bigint, entry: Node, parts: readonly Node[], currency: string): boolean {
  const ofEntry = chargesOf(entry, currency);
  const ofParts = parts.map((part) => chargesOf(part, currency)).reduce((sum, charges) => sum + charges, 0n);
  return rest > 0n && [ofEntry, ofParts, ofEntry + ofParts].includes(rest);
}

/** Returns the sum of the charges of an element in cents. A record counts before the total, which older versions repeat. */
function chargesOf(node: Node, currency: string): bigint {
  return listOf(node.Chrgs)
    .flatMap((charges) => {
      const records = charges.Rcrd === undefined ? [charges] : listOf(charges.Rcrd);
      const cents = records.map((record) => signedCents(record, currency));
      return cents.every((one) => one === undefined) ? [inCurrency(charges.TtlChrgsAndTaxAmt, currency) ?? 0n] : cents;
    })
    .reduce<bigint>((sum, cents) => sum + (cents ?? 0n), 0n);
}

function signedCents(record: Node, currency: string): bigint | undefined {
  const cents = inCurrency(record.Amt, currency);
  return cents !== undefined && textAt(record, 'CdtDbtInd') === 'CRDT' ? -cents : cents;
}

function inCurrency(given: unknown, currency: string): bigint | undefined {
  const amount = amountOf(given);
  return amount?.currency === currency ? amount.cents : undefined;
}
