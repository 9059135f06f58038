/** What an order costs: net per line, VAT rounded once per line, and the sums of the lines. */
import { type BasisPoints, type Cents, vatOf } from '../money.ts';

export interface LineAmount {
  net: Cents;
  vat: Cents;
  gross: Cents;
}

/** A service at a monthly net price for a number of months. */
export function priceLine(monthly: Cents, months: number, rate: BasisPoints): LineAmount {
  const net = monthly * BigInt(months);
  const vat = vatOf(net, rate);
  return { net, vat, gross: net + vat };
}

/** The order's amounts are the sums of its lines, so that invoice, order and ledger agree to the cent. */
export function sumLines(lines: readonly LineAmount[]): LineAmount {
  return lines.reduce<LineAmount>(
    (sum, line) => ({ net: sum.net + line.net, vat: sum.vat + line.vat, gross: sum.gross + line.gross }),
    {
      net: 0n,
      vat: 0n,
      gross: 0n,
    },
  );
}
