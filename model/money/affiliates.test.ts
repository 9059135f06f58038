import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commissionOf, daysUntil, mailboxOf, nextPayoutAt, randomCode } from './affiliates.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);

it.each([
  [1000n, 10, 100n],
  [1009n, 10, 100n],
  [9n, 10, 0n],
  [999n, 0, 0n],
  [999n, 100, 999n],
])('of %s cents at %s %%: %s', (net, percentage, commission) => expect(commissionOf(net, percentage)).toBe(commission));

it('for parts of a purchase is never more than for the whole, and at most a cent less per part', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 10n ** 9n), { maxLength: 9 }), fc.integer({ min: 0, max: 100 }), (nets, percentage) => {
      const whole = commissionOf(
        nets.reduce((sum, net) => sum + net, 0n),
        percentage,
      );
      const parts = nets.reduce((sum, net) => sum + commissionOf(net, percentage), 0n);
      expect(parts <= whole && whole - parts <= BigInt(nets.length)).toBe(true);
    }),
  );
});

it.each([
  ['2026-01-10', '2026-01-10', '2026-01-20'],
  ['2026-01-10', '2026-01-19', '2026-01-20'],
  ['2026-01-10', '2026-03-02', '2026-03-11'],
  ['2026-01-10', '2026-01-01', '2026-01-10'],
])('planned for %s, on %s: then on %s', (planned, now, next) => expect(nextPayoutAt(at(planned), 10, at(now))).toEqual(at(next)));

it('counts started days', () => {
  expect(daysUntil(at('2026-01-10'), new Date('2026-01-08T12:00:00Z'))).toBe(2);
  expect(daysUntil(at('2026-01-10'), at('2026-01-12'))).toBe(0);
});

it('generates codes without easily confused letters', () => {
  expect(randomCode(() => 0)).toBe('aaaaaaaaaa');
  expect(randomCode((below) => below - 1)).toBe('9999999999');
});

it.each([
  ['Ann+shop@Example.org', 'ann@example.org'],
  ['ann@example.org', 'ann@example.org'],
  ['a@b+c.org', 'a@b+c.org'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
