/** An example machine for tests. */
import { type MachineSpec, NO_MEDIA } from './port.ts';

export function exampleSpec(): MachineSpec {
  return {
    machineId: 'srv-1',
    vcpus: 2,
    memoryMb: 512,
    diskGb: 10,
    source: { from: 'image', image: { key: 'tiny', path: '/images/tiny.qcow2', format: 'qcow2' } },
    limits: {},
    media: NO_MEDIA,
    seed: { instanceId: 'srv-1', hostname: 'web1', sshKeys: ['ssh-ed25519 AAAA'], passwordHash: null, startupScript: null },
    nic: {
      machineId: 'srv-1',
      mac: '52:54:00:00:00:0b',
      hostname: 'web1',
      addresses: [{ address: '10.77.0.11', prefix: 24, gateway: '10.77.0.1', version: 4 }],
      dns: ['10.77.0.1'],
      plug: { kind: 'tap', namespace: 'ink-1', device: 'tap-srv-1' },
    },
  };
}
