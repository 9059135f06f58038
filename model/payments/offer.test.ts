import { expect, test } from 'vitest';
import { explainNotOffered, gatewayLimits, takesAmount } from './offer.ts';

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

test.each([
  [{ driver: 'stripe', minimum: 500n, maximum: null }, 499n, false],
  [{ driver: 'stripe', minimum: 500n, maximum: 600n }, 500n, true],
  [{ driver: 'stripe', minimum: null, maximum: 600n }, 601n, false],
  // The gateway refuses what the catalogue would allow.
  [{ driver: 'stripe', minimum: null, maximum: 600n }, 49n, false],
  [{ driver: 'stripe', minimum: 10n, maximum: 600n }, 50n, true],
  [gatewayLimits('bank'), 1n, true],
  [gatewayLimits('stripe'), 49n, false],
  [undefined, 1n, true],
] as const)('a method with the limits %o and %d cents', (method, amount, takes) => {
  expect(takesAmount(method, amount)).toBe(takes);
});
