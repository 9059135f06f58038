import { expect, test } from 'vitest';
import { isIban } from './iban.ts';

test('an IBAN has correct check digits, and a wrong or swapped digit is found', () => {
  for (const iban of ['AT611904300234573201', 'DE89370400440532013000', 'GB29NWBK60161331926819'])
    expect(isIban(iban)).toBe(true);
  for (const text of [
    'AT611904300234573202',
    'AT611904300234573210',
    'AT61 1904 3002 3457 3201',
    'at611904300234573201',
    'AT61',
    '',
  ])
    expect(isIban(text)).toBe(false);
});
