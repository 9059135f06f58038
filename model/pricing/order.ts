/** Sums the amounts of an order. */
import type { Cents } from '../money/money.ts';

export interface LineAmount {
  net: Cents;
  vat: Cents;
  gross: Cents;
}

/** Returns the amounts of an order as the sums of its lines, so that invoice, order and ledger agree to the cent. */
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
