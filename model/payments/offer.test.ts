import { expect, test } from 'vitest';
import { explainNotOffered } from './offer.ts';

test.each([
  ['bank', { gateways: [], iban: 'AT61' }, undefined],
  ['bank', { gateways: ['stripe'], iban: null }, /no IBAN/],
  ['stripe', { gateways: ['stripe'], iban: null }, undefined],
  ['stripe', { gateways: ['sandbox'], iban: 'AT61' }, /not configured/],
  ['sandbox', { gateways: ['sandbox'], iban: null }, undefined],
  ['sandbox', { gateways: ['stripe'], iban: 'AT61' }, /trial only/],
  ['btcpay', { gateways: ['stripe', 'sandbox'], iban: 'AT61' }, /no gateway "btcpay"/],
] as const)('a method by %s with %j', (driver, setup, why) => {
  const explained = explainNotOffered(driver, setup);
  if (why === undefined) expect(explained).toBeUndefined();
  else expect(explained).toMatch(why);
});
