import { VAT_NUMBER_DRIVERS, type VatNumberDriver } from '@innkeeper/engine/vat-numbers/open';
import { FatalStart } from '../processes/messages.ts';

/**
 * Who judges VAT numbers: INNKEEPER_VAT_NUMBERS is `vies` unless told, or `offline` where nothing may be asked: check digits prove no
 * registration. Fails with `FatalStart`.
 */
export function readVatNumberDriver({ INNKEEPER_VAT_NUMBERS: named = 'vies' }: NodeJS.ProcessEnv): VatNumberDriver {
  const driver = VAT_NUMBER_DRIVERS.find((one) => one === named);
  if (!driver) throw new FatalStart(`INNKEEPER_VAT_NUMBERS is ${VAT_NUMBER_DRIVERS.join(' or ')}, not "${named}".`);
  return driver;
}
