import { expect, test } from 'vitest';
import { transferPayload } from './epc.ts';

const bank = { holder: 'Alpen Hosting GmbH', iban: 'AT61 1904 3002 3457 3201', bic: 'BKAUATWW', name: null };

test('the QR code of a transfer follows the European standard, line by line', () => {
  expect(transferPayload({ currency: 'EUR', gross: '148199' }, bank, 'INK-17-9Q')?.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', 'BKAUATWW', 'Alpen Hosting GmbH', 'AT611904300234573201', 'EUR1481.99', '', '', 'INK-17-9Q'],
  ]);
});

test('there is no code for another currency, or an amount that no bank accepts', () => {
  expect(transferPayload({ currency: 'USD', gross: '100' }, bank, 'x')).toBeNull();
  expect(transferPayload({ currency: 'EUR', gross: '0' }, bank, 'x')).toBeNull();
  expect(transferPayload({ currency: 'EUR', gross: '100000000000' }, bank, 'x')).toBeNull();
});
