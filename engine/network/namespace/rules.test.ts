import { expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { attachRules, changeRules, detachRules } from './rules.ts';

const nic: NicSpec = {
  machineId: 'srv-1',
  mac: '52:54:00:77:00:0b',
  hostname: 'web-1',
  addresses: [
    { address: '10.77.0.11', prefix: 24, gateway: '10.77.0.1', version: 4 },
    { address: '10.77.0.12', prefix: 24, gateway: '10.77.0.1', version: 4 },
    { address: '2001:db8:77:11::1', prefix: 64, gateway: 'fe80::1', version: 6 },
    { address: '2001:db8:78::1', prefix: 64, gateway: '2001:db8:78::2', version: 6 },
  ],
  dns: [],
  limitMbps: 1000,
};

it('creates no set for a single machine, since each takes the kernel longer than the previous one', () => {
  const fewer = { ...nic, addresses: nic.addresses.slice(0, 1) };
  for (const script of [attachRules(nic), changeRules([{ before: nic, now: fewer }]), detachRules(nic)])
    expect(script.split('\n').filter((line) => /^add (rule .*[{]|set|map)/.test(line))).toEqual([]);
});
