import { describe, expect, it } from 'vitest';
import { capacityChange, type Scalable, scaleRefusal, type Target } from './scaling.ts';

const server: Scalable = { planId: 1, diskGb: 25, billingCycle: 1, minimumRamGb: 1 };
const plan: Target = { id: 2, memoryMb: 4096, diskGb: 50, onSale: true, minimumBillingCycle: 1 };

describe('a server', () => {
  it('can move to a plan with a disk at least as large, whether its own grows or not', () => {
    expect(scaleRefusal(server, plan, true)).toBeUndefined();
    expect(scaleRefusal(server, plan, false)).toBeUndefined();
    expect(scaleRefusal(server, { ...plan, diskGb: 25 }, true)).toBeUndefined();
  });

  it('can not move to a smaller disk, for too short a time, to too little memory, or to what is not sold', () => {
    expect(scaleRefusal(server, { ...plan, diskGb: 10 }, false)).toContain('cannot be shrunk');
    expect(scaleRefusal(server, { ...plan, diskGb: 10 }, true)).toContain('cannot be shrunk');
    expect(scaleRefusal(server, { ...plan, minimumBillingCycle: 3 }, false)).toContain('3 months');
    expect(scaleRefusal({ ...server, minimumRamGb: 8 }, plan, false)).toContain('8 GB of memory');
    expect(scaleRefusal(server, { ...plan, onSale: false }, false)).toContain('not on sale');
  });

  it('can let the disk follow to that of its own plan later', () => {
    const own = { ...plan, id: 1, onSale: false };
    expect(scaleRefusal(server, own, true)).toBeUndefined();
    expect(scaleRefusal(server, own, false)).toContain('already');
    expect(scaleRefusal({ ...server, diskGb: 50 }, own, true)).toContain('already');
  });
});

it('what is needed more and what is needed less are counted apart', () => {
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
