/** Opens the checker of VAT numbers that the operator has chosen. */
import { OfflineVatNumbers } from './offline/driver.ts';
import type { VatNumbers } from './port.ts';
import { ViesVatNumbers } from './vies/driver.ts';

export const VAT_NUMBER_DRIVERS = ['vies', 'offline'] as const;
export type VatNumberDriver = (typeof VAT_NUMBER_DRIVERS)[number];

export function openVatNumbers(driver: VatNumberDriver): VatNumbers {
  return driver === 'vies' ? new ViesVatNumbers() : new OfflineVatNumbers();
}
