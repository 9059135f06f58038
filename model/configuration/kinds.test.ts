import { describe, expect, it } from 'vitest';
import { duration, endpoint, flag, type Kind, list, money, oneOf, size, whole } from './kinds.ts';

const read = <Value>(kind: Kind<Value>, written: unknown) => {
  const result = kind.schema.safeParse(written);
  return result.success ? result.data : 'refused';
};

describe('a duration', () => {
  const kind = duration('1s', '30d');
  it.each([
    ['3d', 259_200_000],
    ['12h', 43_200_000],
    ['30m', 1_800_000],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['2500ms', 2500],
    ['30d', 2_592_000_000],
    ['31d', 'refused'],
    ['999ms', 'refused'],
    ['3', 'refused'],
    ['3 weeks', 'refused'],
    ['-3d', 'refused'],
    ['', 'refused'],
    [3, 'refused'],
    [true, 'refused'],
    [`${'9'.repeat(400)}d`, 'refused'],
  ])('%j is %j', (written, value) => expect(read(kind, written)).toBe(value));
});

it('a size is in bytes', () => {
  const kind = size('1KiB', '1TiB');
  expect(['10GiB', '512 MiB', '1KiB', '1TiB'].map((written) => read(kind, written))).toEqual([
    10 * 1024 ** 3,
    512 * 1024 ** 2,
    1024,
    1024 ** 4,
  ]);
  for (const written of ['10GB', '2TiB', '1B', 1024, '10']) expect(read(kind, written), String(written)).toBe('refused');
});

it('money is in cents, and never a JavaScript number', () => {
  expect(['100.00', '99.5', '0'].map((written) => read(money('1000.00'), written))).toEqual([10_000n, 9950n, 0n]);
  for (const written of ['1000.01', '-1', '1.005', '1e2', 100, ''])
    expect(read(money('1000.00'), written), String(written)).toBe('refused');
});

it('an environment variable means the same as the key in the file', () => {
  expect(whole(1, 9).fromText('7')).toBe(7);
  expect(read(whole(1, 9), whole(1, 9).fromText('seven'))).toBe('refused');
  expect(read(whole(1, 9), whole(1, 9).fromText('10'))).toBe('refused');
  expect(flag().fromText('true')).toBe(true);
  expect(read(flag(), flag().fromText('yes'))).toBe('refused');
  expect(list(whole(1, 60), 3).fromText('7, 3 1')).toEqual([7, 3, 1]);
  expect(read(list(whole(1, 60), 3), list(whole(1, 60), 3).fromText('7 3 2 1'))).toBe('refused');
  expect(read(list(endpoint(), 9), list(endpoint(), 9).fromText('10.0.0.5:8080 [fd00::5]:443'))).toEqual([
    { address: '10.0.0.5', port: 8080 },
    { address: 'fd00::5', port: 443 },
  ]);
  expect(read(oneOf('qemu', 'simulated'), 'docker')).toBe('refused');
});
