import { expect, it } from 'vitest';
import { digestOf, parseCpu, withCpuModel } from './cpu-model.ts';

const KVM = { name: 'kvm', cpu: 'host,-arch-capabilities' } as const;

it("keeps the accelerator's own CPU by default, and requires all of a named one", () => {
  expect(withCpuModel(KVM, 'host')).toBe(KVM);
  expect(withCpuModel(KVM, 'EPYC-v4')).toEqual({ name: 'kvm', cpu: 'EPYC-v4,enforce' });
});

it('describes a CPU for QMP', () => {
  expect(parseCpu('max')).toEqual({ name: 'max' });
  expect(parseCpu('EPYC-v4,enforce')).toEqual({ name: 'EPYC-v4' });
  expect(parseCpu(KVM.cpu)).toEqual({ name: 'host', props: { 'arch-capabilities': false } });
});

it('does not depend on the order in which QEMU lists properties', () => {
  const digest = digestOf({ a: 1, b: { c: [2, 3], d: true } });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf({ b: { d: true, c: [2, 3] }, a: 1 })).toBe(digest);
  expect(digestOf({ b: { d: true, c: [3, 2] }, a: 1 })).not.toBe(digest);
});
