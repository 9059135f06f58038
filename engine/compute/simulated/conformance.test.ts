import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeConformance } from '../conformance.ts';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
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
    spec: async (machineId: string) => ({ ...exampleSpec(), machineId }),
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
