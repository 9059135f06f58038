import { expect, test } from 'vitest';
import { bootsHere, type HostCpu, missingFeatures } from './cpu-levels.ts';

const flags = new Set(['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe', 'xsave', 'sse4_2']);
const modern: HostCpu = { accelerator: 'kvm', flags };
const old: HostCpu = { accelerator: 'kvm', flags: new Set([...flags].filter((flag) => flag !== 'avx2')) };
const emulated: HostCpu = { accelerator: 'tcg', flags: new Set() };

test('x86-64-v3 needs AVX2 under KVM', () => {
  expect(missingFeatures(3, old)).toEqual(['avx2']);
  for (const cpu of [modern, emulated, null]) expect(missingFeatures(3, cpu)).toEqual([]);
  expect(missingFeatures(1, old)).toEqual([]);
});

test('an image boots here once its trial has passed, unless the CPU cannot run it', () => {
  expect(bootsHere(1, old, true)).toBe('yes');
  expect(bootsHere(3, modern, false)).toBe('not tried');
  expect(bootsHere(3, old, true)).toBe('no');
});
