import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkConformance } from '../conformance.ts';
import { SimulatedNetwork } from './driver.ts';

let home = '';
networkConformance('simulated', {
  async open() {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-network-'));
    return new SimulatedNetwork({ home });
  },
  close: () => rm(home, { recursive: true }),
});
