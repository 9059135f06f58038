import { expect, test } from 'vitest';
import { type KeptService, warnOfFailedRefund, warnOfKeptServices } from './refund-warnings.ts';

const server: KeptService = {
  ...{ id: 25, top_id: 25, type: 'server', name: 'd2', is_cancelled: false },
  expiry_at: new Date('2027-02-28T12:00:00Z'),
};
const addon: KeptService = { ...server, id: 26, type: 'server-addon', name: 'Backups (d2)' };

test('warns of services that a refund does not end, with the command that does', () => {
  expect(warnOfKeptServices([])).toBe(null);
  expect(warnOfKeptServices([server])).toBe(
    'The refund does not end server d2, whose term lasts until 2027-02-28. End it with ./innkeeper service end 25.',
  );
  expect(warnOfKeptServices([{ ...server, is_cancelled: true }])).toBe(
    'The refund does not end server d2, whose term lasts until 2027-02-28, and its customer can withdraw the cancellation. End it with ./innkeeper service end 25.',
  );
});

test('names the server of an addon once, and few of many services', () => {
  expect(warnOfKeptServices([addon])).toBe(
    'The refund does not end addon Backups (d2), whose term lasts until 2027-02-28. End its server with ./innkeeper service end 25.',
  );
  expect(warnOfKeptServices([server, addon])).toBe(warnOfKeptServices([server]));
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...server, id: index + 1, top_id: index + 1 }));
  expect(warnOfKeptServices(many(3))).not.toMatch(/either/);
  expect(warnOfKeptServices(many(4))).toMatch(/service end 3\. It does not end another service either\.$/);
  expect(warnOfKeptServices(many(9))).toMatch(/service end 3\. It does not end 6 other services either\.$/);
});

test('warns of a refund to the account of a failed one, with the way to another account', () => {
  expect(warnOfFailedRefund(null, 11)).toBe(null);
  const failed = { id: 10, payment: 4, iban: 'AT611904300234573201' };
  expect(warnOfFailedRefund(failed, null)).toBe(
    'Refund 10 to this account failed: AT611904300234573201. Name another one with --payee and --iban.',
  );
  expect(warnOfFailedRefund(failed, 11)).toBe(
    'Refund 10 to this account failed: AT611904300234573201. To use another one, run ./innkeeper refund fail 11, and ./innkeeper payment refund 4 with --payee and --iban.',
  );
});
