import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeConformance } from '../conformance.ts';
import type { MachineSpec } from '../port.ts';
import { SimulatedCompute } from './driver.ts';
import { pokeSimulated } from './store.ts';

computeConformance('simulated', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-simulated-'));
  const open = async () => {
    const compute = new SimulatedCompute({
      home,
      delays: { boot: 20, shutdown: 20 },
    });
    await compute.open();
    return compute;
  };
  const harness = {
    compute: await open(),
    patience: 5_000,
    login: null,
    spec: async (machineId: string) => simulatedSpec(machineId),
    async restart(between = async () => {}) {
      await harness.compute.close();
      await between();
      harness.compute = await open();
      return harness.compute;
    },
    guestPowersOff: (spec: MachineSpec) => pokeSimulated(home, spec.machineId, 'poweroff'),
    processDies: (machineId: string) => pokeSimulated(home, machineId, 'crash'),
    async leftovers(machineId: string) {
      return (await readdir(home, { recursive: true })).filter((name) => name.includes(machineId));
    },
    async close() {
      await harness.compute.close();
      await rm(home, { recursive: true });
    },
  };
  return harness;
});

function simulatedSpec(machineId: string): MachineSpec {
  return {
    machineId,
    vcpus: 1,
    memoryMb: 256,
    diskGb: 1,
    image: { key: 'tiny', path: '/nowhere/tiny.qcow2', format: 'qcow2' },
    seed: {
      instanceId: machineId,
      hostname: machineId,
      sshKeys: [],
      passwordHash: null,
      startupScript: null,
    },
    nic: {
      machineId,
      mac: '52:54:00:00:00:01',
      hostname: machineId,
      addresses: [{ address: '10.77.0.11', prefix: 24, gateway: '10.77.0.1', version: 4 }],
      dns: [],
      plug: { kind: 'none' },
    },
  };
}
