import { describe, expect, it } from 'vitest';
import { capacityChange, type ScalableServer, scaleRefusal, type TargetPlan } from './scaling.ts';

const server: ScalableServer = {
  planId: 1,
  diskGb: 25,
  billingCycle: 1,
  image: { name: 'Tiny Linux', minimumRamGb: 1, minimumDiskGb: null },
};
const plan: TargetPlan = { id: 2, key: 'micro', memoryMb: 4096, diskGb: 50, onSale: true, minimumBillingCycle: 1 };

describe('a server', () => {
  it('can scale to a plan with a disk at least as large, with or without growing its own disk', () => {
    expect(scaleRefusal(server, plan, true)).toBeUndefined();
    expect(scaleRefusal(server, plan, false)).toBeUndefined();
    expect(scaleRefusal(server, { ...plan, diskGb: 25 }, true)).toBeUndefined();
  });

  it('cannot scale to a smaller disk, for too short a time, to too little memory, or to a plan not on sale', () => {
    expect(scaleRefusal(server, { ...plan, diskGb: 10 }, false)).toContain('cannot be shrunk');
    expect(scaleRefusal(server, { ...plan, diskGb: 10 }, true)).toContain('cannot be shrunk');
    expect(scaleRefusal(server, { ...plan, minimumBillingCycle: 3 }, false)).toContain('3 months');
    const needs = { name: 'Debian 13', minimumRamGb: 8, minimumDiskGb: null };
    expect(scaleRefusal({ ...server, image: needs }, plan, false)).toContain('8 GB of memory');
    expect(scaleRefusal({ ...server, image: { ...needs, minimumRamGb: 1, minimumDiskGb: 51 } }, plan, true)).toBe(
      'Debian 13 needs a disk of at least 51 GB, but the plan micro has 50 GB. Choose a larger plan.',
    );
    expect(scaleRefusal({ ...server, image: { ...needs, minimumRamGb: 1, minimumDiskGb: 50 } }, plan, false)).toBeUndefined();
    expect(scaleRefusal(server, { ...plan, onSale: false }, false)).toContain('not on sale');
  });

  it('can grow the disk to the size of its current plan later', () => {
    const own = { ...plan, id: 1, onSale: false };
    expect(scaleRefusal(server, own, true)).toBeUndefined();
    expect(scaleRefusal(server, own, false)).toContain('already');
    expect(scaleRefusal({ ...server, diskGb: 50 }, own, true)).toContain('already');
  });
});

it('additional and released resources are counted separately', () => {
  const from = { vcpus: 4, memoryMb: 1024, diskGb: 10, dedicated: false };
  const change = capacityChange(from, { ...from, vcpus: 2, memoryMb: 4096 });
  expect(change).toEqual({
    more: { vcpus: 0, dedicatedVcpus: 0, memoryMb: 3072, diskGb: 0 },
    less: { vcpus: 2, dedicatedVcpus: 0, memoryMb: 0, diskGb: 0 },
  });
  expect(capacityChange(from, { ...from, dedicated: true })).toMatchObject({
    more: { vcpus: 0, dedicatedVcpus: 4 },
    less: { vcpus: 4, dedicatedVcpus: 0 },
  });
});
