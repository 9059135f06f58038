import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundary } from './period.ts';
import { valueLeft } from './proration.ts';
import { allocateRefund, type RefundableLine, type RefundDue } from './refund.ts';

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const line = (id: number, [net, vat]: [bigint, bigint], [from, to]: [string, string]): RefundableLine => ({
  ...{ id, order_id: id * 10, net, vat, refunded_net: 0n, refunded_vat: 0n, period_from: at(from), period_to: at(to) },
});
const parts = (...all: [id: number, net: bigint, vat: bigint][]) =>
  all.map(([line_id, net, vat]) => ({ order_id: line_id * 10, line_id, net, vat }));

const until = (end: string) => ({ anchor: at('09-01'), months: 1, expiresAt: at(end) });
/** Returns a change from one monthly price to another. */
const change = (from: bigint, to: bigint, now: string, end = '10-01'): RefundDue => ({
  ...{ term: until(end), now: at(now) },
  valueAt: (moment) => valueLeft(from, until(end), moment) - valueLeft(to, until(end), moment),
});

test('refunds the latest payment for a period first, each at its own VAT rate', () => {
  const lines = [line(2, [200n, 38n], ['09-01', '10-01']), line(1, [100n, 20n], ['09-01', '10-01'])];
  expect(allocateRefund(lines, change(300n, 50n, '09-01'))).toEqual(parts([2, 200n, 38n], [1, 50n, 10n]));
  // Half a month later, half of the amount remains to be refunded.
  expect(allocateRefund(lines, change(300n, 50n, '09-16'))).toEqual(parts([2, 100n, 19n], [1, 25n, 5n]));
});

test('refunds each month to the order that paid it, even if another was paid later', () => {
  const lines = [line(2, [300n, 75n], ['10-01', '11-01']), line(1, [300n, 57n], ['09-01', '10-01'])];
  expect(allocateRefund(lines, change(300n, 100n, '09-16', '11-01'))).toEqual(parts([2, 200n, 50n], [1, 100n, 19n]));
  // A change in September that paid until the end of October.
  const changed = [line(3, [300n, 60n], ['09-16', '11-01']), ...lines];
  expect(allocateRefund(changed, change(500n, 100n, '09-16', '11-01'))).toEqual(
    parts([3, 300n, 60n], [2, 200n, 50n], [1, 100n, 19n]),
  );
});

test('never refunds an amount that was not paid', () => {
  expect(allocateRefund([line(1, [30n, 6n], ['09-01', '10-01'])], change(100n, 0n, '09-01'))).toEqual(parts([1, 30n, 6n]));
  expect(allocateRefund([line(1, [0n, 0n], ['09-01', '10-01'])], change(100n, 0n, '09-01'))).toEqual([]);
  expect(allocateRefund([line(1, [30n, 6n], ['09-01', '10-01'])], change(100n, 0n, '10-02'))).toEqual([]);
});

test('does not refund VAT that was refunded before', () => {
  const corrected = { ...line(1, [100n, 20n], ['09-01', '10-01']), refunded_vat: 20n };
  expect(allocateRefund([corrected], change(100n, 0n, '09-16'))).toEqual(parts([1, 50n, 0n]));
});

test('through any changes the lines refund the exact changes, and in total at most what they charged', () => {
  const price = fc.bigInt(0n, 100_000n);
  const changes = fc.array(
    fc.tuple(
      price,
      fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.date({ min: at('01-01'), max: at('12-31'), noInvalidDate: true }),
      price,
      changes,
      fc.integer({ min: 1, max: 3 }),
      (anchor, first, cuts, ahead) => {
        const term = { anchor, months: 1, expiresAt: boundary(anchor, ahead) };
        const lines: RefundableLine[] = [];
        const pay = (net: bigint, period_from: Date, period_to: Date): void => {
          if (net <= 0n) return;
          const id = lines.length + 1;
          lines.unshift({
            id,
            order_id: id,
            net,
            vat: (net * BigInt(id)) / 7n,
            refunded_net: 0n,
            refunded_vat: 0n,
            period_from,
            period_to,
          });
        };
        for (let month = 0; month < ahead; month += 1) pay(first, boundary(anchor, month), boundary(anchor, month + 1));
        let before = first;
        const span = term.expiresAt.getTime() - anchor.getTime();
        const steps = cuts.map(([to, where]) => ({ to, now: new Date(anchor.getTime() + Math.floor(where * span)) }));
        for (const { to, now } of steps.toSorted((a, b) => +a.now - +b.now)) {
          const from = before;
          const due = valueLeft(from, term, now) - valueLeft(to, term, now);
          if (due < 0n) pay(-due, now, term.expiresAt);
          const valueAt = (moment: Date) => valueLeft(from, term, moment) - valueLeft(to, term, moment);
          const back = due > 0n ? allocateRefund(lines, { term, now, valueAt }) : [];
          expect(back.reduce((sum, { net }) => sum + net, 0n)).toBe(due > 0n ? due : 0n);
          for (const part of back) {
            const one = lines.find(({ id }) => id === part.line_id) as RefundableLine;
            one.refunded_net += part.net;
            one.refunded_vat += part.vat;
            expect(one.refunded_net <= one.net && part.vat >= 0n && one.refunded_vat <= one.vat).toBe(true);
            if (one.refunded_net === one.net) expect(one.refunded_vat).toBe(one.vat);
          }
          before = to;
        }
      },
    ),
  );
});
