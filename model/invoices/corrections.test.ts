import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { allocateCorrections } from './corrections.ts';

test('a refund is taken from the first original with a remainder, then from the next', () => {
  const originals = [
    { id: 1, net: 0n, vat: 0n },
    { id: 2, net: 500n, vat: 100n },
    { id: 3, net: 900n, vat: 180n },
  ];
  expect(allocateCorrections({ net: 700n, vat: 140n }, originals)).toEqual([
    { id: 2, net: 500n, vat: 100n },
    { id: 3, net: 200n, vat: 40n },
  ]);
});

test('a refund above the remainder of all originals corrects nothing', () => {
  expect(allocateCorrections({ net: 501n, vat: 0n }, [{ id: 1, net: 500n, vat: 100n }])).toBeNull();
  expect(allocateCorrections({ net: 1n, vat: 0n }, [])).toBeNull();
});

it('never exceeds the amount of an original, and adds up to the refund', () => {
  const cents = fc.bigInt(0n, 1_000n);
  const originals = fc.array(fc.record({ net: cents, vat: cents }), { maxLength: 6 });
  fc.assert(
    fc.property(cents, cents, originals, (net, vat, some) => {
      const all = some.map((one, id) => ({ id, ...one }));
      const taken = allocateCorrections({ net, vat }, all);
      const sum = (of: (one: { net: bigint; vat: bigint }) => bigint) => (list: typeof all) =>
        list.reduce((total, one) => total + of(one), 0n);
      if (taken === null) {
        expect(sum((one) => one.net)(all) < net || sum((one) => one.vat)(all) < vat).toBe(true);
        return;
      }
      expect([sum((one) => one.net)(taken), sum((one) => one.vat)(taken)]).toEqual([net, vat]);
      for (const one of taken) {
        const original = all[one.id];
        expect(original && one.net <= original.net && one.vat <= original.vat).toBe(true);
      }
    }),
  );
});
