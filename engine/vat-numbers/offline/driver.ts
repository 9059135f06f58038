/**
 * Checks VAT numbers only by their check digits, for trials and installations without internet access. The result proves nothing to an
 * auditor.
 */
import { checkVAT, countries } from 'jsvat';
import type { VatAnswer, VatNumbers, VatQuestion } from '../port.ts';

export class OfflineVatNumbers implements VatNumbers {
  readonly capabilities = { registers: false };

  async check({ vatNumber }: VatQuestion): Promise<VatAnswer> {
    const verdict = checkVAT(vatNumber, countries).isValid ? 'valid' : 'invalid';
    return { verdict, consultation: null, name: null, address: null };
  }
}
