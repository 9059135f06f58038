import type { InvoiceDocument, PaymentDue } from '@innkeeper/model/invoices/document';
import { clean, formatXmlAmount } from '../text.ts';

/**
 * Returns the content of a QR code for a SEPA transfer (EPC069-12, version 2, UTF-8). `null` for currencies other than EUR, or amounts
 * outside the standard's limits.
 */
export function transferPayload(
  { currency, gross }: Pick<InvoiceDocument, 'currency' | 'gross'>,
  { holder, iban, bic }: NonNullable<PaymentDue['bank']>,
  reference: string,
): string | null {
  if (currency !== 'EUR' || BigInt(gross) < 1n || BigInt(gross) > 99_999_999_999n) return null;
  const account = iban.replace(/\s/g, '').toUpperCase();
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    clean(holder).slice(0, 70),
    account,
    `EUR${formatXmlAmount(gross)}`,
    '',
    '',
    clean(reference).slice(0, 140),
  ].join('\n');
}
