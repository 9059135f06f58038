import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findReferences, formatReference, makeReference } from './reference.ts';

const references = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(makeReference);

test('matches the example of the standard', () => {
  // The check digits were computed by hand: 98 - (2222222222 22 RF00 mod 97).
  const reference = makeReference(new Uint8Array(12));
  expect(reference).toMatch(/^RF\d{2}2{12}$/);
  expect(findReferences(reference)).toEqual([reference]);
});

test('finds a reference despite text and separators around and in it', () => {
  const noise = fc.string({ maxLength: 20 }).map((text) => text.replace(/[A-Za-z0-9]/g, '-'));
  fc.assert(
    fc.property(
      references,
      fc.array(fc.tuple(fc.nat(15), fc.constantFrom(' ', '-', '.', '\n'))),
      noise,
      noise,
      fc.boolean(),
      (made, gaps, a, b, small) => {
        let written = small ? made.toLowerCase() : made;
        for (const [at, gap] of gaps) written = written.slice(0, at) + gap + written.slice(at);
        expect(findReferences(`${a}${written}${b}`)).toEqual([made]);
      },
    ),
  );
  expect(findReferences('Rechnung vom 3.4.2026, Referenz')).toEqual([]);
});

// A digit in place of a letter shifts all preceding characters, and one in 97 such results is valid again.
test('refuses a reference with one wrong digit or letter', () => {
  const [digits, letters] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  fc.assert(
    fc.property(references, fc.integer({ min: 2, max: 15 }), fc.nat(25), (made, at, nth) => {
      const was = made[at] ?? '';
      const others = [...(/\d/.test(was) ? digits : letters)].filter((other) => other !== was);
      const wrong = made.slice(0, at) + others[nth % others.length] + made.slice(at + 1);
      expect(findReferences(wrong)).toEqual([]);
    }),
  );
});

test('finds two references in one text, and a repeated one once', () => {
  const [a, b] = [makeReference(new Uint8Array(12)), makeReference(new Uint8Array(12).fill(7))];
  expect(findReferences(`${formatReference(a)} and ${b} and ${a}`)).toEqual([a, b]);
});
