import { describe, expect, it } from 'vitest';
import { codeOf, fromBase32, matchingStep, stepAt, toBase32 } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i seconds gives the code of RFC 6238, appendix B', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(at(seconds)), 8)).toBe(code);
  expect(codeOf(SECRET, stepAt(at(seconds)))).toBe(code.slice(2));
});

it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'gives the codes of RFC 4226, appendix D: %s',
  (code) => {
    const codes = Array.from({ length: 10 }, (_, step) => codeOf(SECRET, step));
    expect(codes).toContain(code);
    expect(codes.indexOf(code)).toBe(
      ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].indexOf(code),
    );
  },
);

describe('a code', () => {
  const now = at(1_800_000_000);
  const step = stepAt(now);

  it('is accepted in its step, the previous and the next one', () => {
    for (const near of [step - 1, step, step + 1]) expect(matchingStep(SECRET, codeOf(SECRET, near), now)).toBe(near);
    for (const far of [step - 2, step + 2]) expect(matchingStep(SECRET, codeOf(SECRET, far), now)).toBeUndefined();
  });

  it('is accepted once, and no earlier one afterwards', () => {
    expect(matchingStep(SECRET, codeOf(SECRET, step), now, step)).toBeUndefined();
    expect(matchingStep(SECRET, codeOf(SECRET, step - 1), now, step)).toBeUndefined();
    expect(matchingStep(SECRET, codeOf(SECRET, step + 1), now, step)).toBe(step + 1);
  });

  it('of another length is refused', () => {
    for (const bad of ['', '1', `${codeOf(SECRET, step)}1`.slice(1)]) expect(matchingStep(SECRET, bad, now)).toBeUndefined();
  });
});

it('writes and reads base32 as in RFC 4648', () => {
  for (const [text, base32] of Object.entries({ f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', foobar: 'MZXW6YTBOI' })) {
    expect(toBase32(Buffer.from(text))).toBe(base32);
    expect(fromBase32(base32).toString()).toBe(text);
  }
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
