import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { days } from '../time/clock.ts';
import { addonEnd, anchorOf, discountsAfterMove, endRefusal, postponeEnd, valueOfFreeTime } from './moved-end.ts';
import { type PaidDiscount, paidChange, paidValueLeft } from './paid-value.ts';
import { boundary, extendTerm, isBoundary } from './period.ts';
import { discountOf } from './promo.ts';
import { type Term, valueLeft } from './proration.ts';
import { allocateRefund, type RefundableLine } from './refund.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
const iso = (moment: Date) => moment.toISOString().slice(0, 10);

test('the expiry must be in the future, within years, and different from the current one', () => {
  const now = at('2027-03-10');
  const refusal = (end: Date) => endRefusal({ before: at('2027-04-01'), end, now }, 5);
  expect(refusal(new Date(now.getTime() + 1))).toBeUndefined();
  expect(refusal(at('2032-03-10'))).toBeUndefined();
  expect(refusal(now)).toMatch(/future/);
  expect(refusal(new Date(at('2032-03-10').getTime() + 1))).toMatch(/5 years/);
  expect(refusal(at('2027-04-01'))).toMatch(/already/);
});

describe('after a move, 24 renewals end on its day of the month, or on the last day of a shorter one', () => {
  const last = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  for (const day of [28, 29, 30, 31])
    for (const [before, end] of [
      [at('2026-06-05'), at(`2027-01-${day}`)],
      [at('2026-02-28'), at(`2027-12-${day}`)],
      [at('2027-01-31'), at(`2028-03-${day}`)],
      [at('2027-08-31'), new Date(Date.UTC(2028, 1, Math.min(day, 29), 23, 30))],
    ] as const)
      test(`to ${iso(end)}, with the anchor at ${iso(before)}`, () => {
        const anchor = anchorOf(before, end);
        expect(anchor <= before && isBoundary(anchor, end)).toBe(true);
        let until = end;
        for (let n = 1; n <= 24; n += 1) {
          until = extendTerm(anchor, until, 1);
          const month = end.getUTCFullYear() * 12 + end.getUTCMonth() + n;
          const [year, of] = [Math.floor(month / 12), month % 12];
          const on = Math.min(end.getUTCDate(), last(year, of));
          expect(until.toISOString()).toBe(
            new Date(Date.UTC(year, of, on, end.getUTCHours(), end.getUTCMinutes())).toISOString(),
          );
        }
      });
});

test('an addon ends with its server; one paid for less moves to its new month boundary', () => {
  const [before, after] = [at('2027-03-31'), at('2027-04-10')];
  const anchor = anchorOf(at('2027-01-31'), after);
  const end = (addon: Date, moved = { before, after, anchor }) => iso(addonEnd(addon, moved));
  expect(end(before)).toBe('2027-04-10');
  expect(end(at('2027-02-28'))).toBe('2027-03-10');
  expect(end(at('2027-02-10'))).toBe('2027-02-10');
  const shorter = { before, after: at('2027-02-10'), anchor: anchorOf(at('2027-01-31'), at('2027-02-10')) };
  expect(end(at('2027-02-28'), shorter)).toBe('2027-02-10');
  expect(end(at('2027-01-31'), shorter)).toBe('2027-02-10');
});

test('resuming restores the paid time that was left at the suspension by the staff', () => {
  const [since, now] = [at('2027-03-10'), at('2027-03-15')];
  expect(postponeEnd({ end: at('2027-04-01'), since, now })).toEqual(at('2027-04-06'));
  // The term expired before `now`.
  expect(postponeEnd({ end: at('2027-03-12'), since, now })).toEqual(at('2027-03-17'));
  expect(postponeEnd({ end: since, since, now })).toBeUndefined();
});

test('given time has no refund value, and paid time keeps its value', () => {
  const september = { anchor: at('2026-09-01'), months: 1, expiresAt: at('2026-10-01') };
  const end = at('2026-11-01');
  const after = { anchor: anchorOf(september.anchor, end), months: 1, expiresAt: end };
  const now = at('2026-09-16');
  const taken = discountsAfterMove({ price: 300n, discounts: [], before: september, after, now });
  // 1.50 remain, less the rounding margin.
  expect(paidValueLeft(300n, taken, after, now)).toBe(147n);
  expect(paidValueLeft(300n, taken, after, at('2026-10-01'))).toBe(0n);
  expect(paidValueLeft(300n, taken, after, at('2026-10-20'))).toBe(0n);
});

const term = fc
  .record({
    anchor: fc.date({ min: at('2024-01-01'), max: at('2030-12-31'), noInvalidDate: true }),
    months: fc.constantFrom(1, 3, 12),
    cycles: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ anchor, months, cycles }): Term => ({ anchor, months, expiresAt: boundary(anchor, months * cycles) }));
/** An integer fraction instead of a double: most generated doubles are close to 0. */
const part = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000);
const price = fc.bigInt(0n, 100_000n);
const moment = (from: Date, to: Date, where: number) =>
  new Date(from.getTime() + Math.floor(where * (to.getTime() - from.getTime())));

/** Returns an end at most 400 days after the current one. */
const endAt = (now: Date, { expiresAt }: Term, where: number) =>
  new Date(moment(now, new Date(expiresAt.getTime() + 400 * 86_400_000), where).getTime() + 1_000);

function moveTo(
  end: Date,
  { price: of, discounts, term: before, now }: { price: bigint; discounts: PaidDiscount[]; term: Term; now: Date },
) {
  const after = { anchor: anchorOf(before.anchor, end), months: before.months, expiresAt: end };
  return { term: after, discounts: discountsAfterMove({ price: of, discounts, before, after, now }) };
}

test('if a discount exceeds the remaining value, the service has no value, also after an earlier expiry', () => {
  // Free for January to March. The discount exceeds the price of the remaining days on 17 February, because the three months differ in
  // length.
  const before = { anchor: at('2024-01-01'), months: 1, expiresAt: at('2024-04-01') };
  const discounts = [{ net: '7632', from: before.anchor.toISOString(), to: before.expiresAt.toISOString() }];
  const moved = moveTo(at('2024-02-18'), { price: 2_544n, discounts, term: before, now: at('2024-02-07') });
  const worth = (day: string) => [
    paidValueLeft(2_544n, discounts, before, at(day)),
    paidValueLeft(2_544n, moved.discounts, moved.term, at(day)),
  ];
  expect(['2024-02-07', '2024-02-12', '2024-02-16', '2024-02-17'].map(worth)).toEqual([
    [32n, 29n],
    [13n, 11n],
    [0n, 0n],
    [0n, 0n],
  ]);
});

test('moving never increases the refund value, and there is none after the paid period', () => {
  const where = fc.tuple(part, part, fc.array(part, { minLength: 1, maxLength: 12 }));
  fc.assert(
    fc.property(term, price, fc.integer({ min: 0, max: 100 }), where, (before, cycle, percent, [when, to, looks]) => {
      const now = moment(before.anchor, before.expiresAt, when);
      const off = discountOf(valueLeft(cycle, before, before.anchor), percent);
      const discounts = [{ net: String(off), from: before.anchor.toISOString(), to: before.expiresAt.toISOString() }];
      const moved = moveTo(endAt(now, before, to), { price: cycle, discounts, term: before, now });
      for (const look of [0, ...looks]) {
        const then = moment(now, moved.term.expiresAt, look);
        // Rounding: the excess is exact to one and a half cents, and both values are rounded down.
        const max = then < before.expiresAt ? paidValueLeft(cycle, discounts, before, then) + 2n : 0n;
        expect(paidValueLeft(cycle, moved.discounts, moved.term, then)).toBeLessThanOrEqual(max);
      }
      expect(moved.discounts.every(({ to: ends }) => new Date(ends) <= moved.term.expiresAt)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

type Act = { do: 'move'; to: number } | { do: 'price'; to: bigint } | { do: 'renew'; cycles: number };
const acts = fc.array(
  fc.record({
    pass: part,
    act: fc.oneof(
      fc.record({ do: fc.constant('move' as const), to: part }),
      fc.record({ do: fc.constant('price' as const), to: price }),
      fc.record({ do: fc.constant('renew' as const), cycles: fc.integer({ min: 1, max: 2 }) }),
    ),
  }),
  { maxLength: 10 },
);

test('any number of moves, renewals and changes never refund more than was paid', () => {
  fc.assert(
    fc.property(term, price, acts, (first, cycle, history) => {
      const lines: RefundableLine[] = [];
      const pay = (net: bigint, period_from: Date, period_to: Date) => {
        const id = lines.length + 1;
        const nothing = { vat: 0n, refunded_net: 0n, refunded_vat: 0n };
        if (net > 0n) lines.unshift({ id, order_id: id, net, ...nothing, period_from, period_to });
      };
      pay(valueLeft(cycle, first, first.anchor), first.anchor, first.expiresAt);
      let state = { term: first, price: cycle, discounts: [] as PaidDiscount[], now: first.anchor };
      const change = (to: bigint) => {
        const { now, discounts } = state;
        const from = { ...state.term, from: state.price, to };
        const { net, discounts: kept } = paidChange({ ...from, now }, discounts);
        if (net > 0n) pay(net, now, state.term.expiresAt);
        const valueAt = (then: Date) => -paidChange({ ...from, now: then }, discounts).net;
        const back = net < 0n ? allocateRefund(lines, { term: state.term, now, valueAt }) : [];
        const sum = back.reduce((all, one) => all + one.net, 0n);
        // The amount due was paid, so exactly all of it is refunded.
        expect(sum).toBe(net < 0n ? -net : 0n);
        for (const one of back) (lines.find(({ id }) => id === one.line_id) as RefundableLine).refunded_net += one.net;
        state = { ...state, price: to, discounts: kept };
      };
      const take = (act: Act) => {
        const { term: of, now } = state;
        if (act.do === 'price') change(act.to);
        else if (act.do === 'move') state = { ...state, ...moveTo(endAt(now, of, act.to), state) };
        else if (act.do === 'renew') {
          const expiresAt = extendTerm(of.anchor, of.expiresAt, of.months * act.cycles);
          pay(state.price * BigInt(act.cycles), of.expiresAt, expiresAt);
          state = { ...state, term: { ...of, expiresAt } };
        }
      };
      for (const { pass, act } of history) {
        state = { ...state, now: moment(state.now, state.term.expiresAt, pass) };
        if (state.now < state.term.expiresAt) take(act);
      }
      if (state.now < state.term.expiresAt) change(0n);
      for (const { net, refunded_net } of lines) expect(refunded_net <= net && refunded_net >= 0n).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

describe('the value of given time is what it would have cost', () => {
  const term = (before: Date, end: Date, months = 1): Term => ({ anchor: anchorOf(before, end), months, expiresAt: end });
  const worth = (price: bigint, before: Date, end: Date, months = 1) => valueOfFreeTime(price, before, term(before, end, months));

  test("is proportional: a month's price for a month, at least a cent for a second, and nothing for taken time", () => {
    expect(worth(1_000n, at('2027-03-10'), at('2027-04-10'))).toBe(1_000n);
    expect(worth(1_000n, at('2027-03-10'), at('2028-05-10'))).toBe(14_000n);
    expect(worth(1_000n, at('2027-01-28'), at('2027-02-28'))).toBe(1_000n);
    expect(worth(2_800n, at('2027-02-10'), at('2027-02-24'))).toBe((2_800n * 14n + 30n) / 31n);
    expect(worth(12_000n, at('2027-03-10'), at('2027-09-10'), 12)).toBe((12_000n * 184n + 364n) / 365n);
    expect(worth(1_000n, at('2027-03-10'), new Date(at('2027-03-10').getTime() + 1_000))).toBe(1n);
    expect(worth(0n, at('2027-03-10'), at('2027-04-10'))).toBe(0n);
    for (const end of ['2027-03-10', '2027-03-09', '2027-01-01']) expect(worth(1_000n, at('2027-03-10'), at(end))).toBe(0n);
  });

  test('given in parts is at most a tenth less, and never nothing', () => {
    const day = fc.integer({ min: 1, max: 700 });
    const parts = fc.array(day, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(fc.bigInt(1n, 100_000n), day, parts, (price, from, lengths) => {
        let end = new Date(at('2027-01-01').getTime() + days(from));
        const begin = end;
        let sum = 0n;
        for (const length of lengths) {
          const next = new Date(end.getTime() + days(length));
          const part = worth(price, end, next);
          expect(part > 0n).toBe(true);
          sum += part;
          end = next;
        }
        expect(sum * 10n >= worth(price, begin, end) * 9n).toBe(true);
      }),
    );
  });
});
