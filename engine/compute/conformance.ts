/** What every compute driver must do, as one suite. */
import { afterAll, beforeAll, describe } from 'vitest';
import { deviceCases } from './conformance/devices.ts';
import { diskCases } from './conformance/disk.ts';
import { guestCases } from './conformance/guest.ts';
import type { ComputeHarness } from './conformance/harness.ts';
import { powerCases } from './conformance/power.ts';
import { Stage } from './conformance/stage.ts';
import type { MachineSpec } from './port.ts';

/** The machine that all cases after those of power share, one after the other: a boot takes 10 s under TCG. */
const SHARED = 'conformance-2';

export function computeConformance(name: string, openHarness: () => Promise<ComputeHarness>): void {
  describe(`compute: ${name}`, () => {
    let stage: Stage;
    let spec: MachineSpec;
    beforeAll(async () => {
      stage = new Stage(await openHarness());
      spec = await stage.harness.spec(SHARED);
    });
    afterAll(async () => {
      await stage?.compute.destroy(SHARED).catch(() => undefined);
      await stage?.harness.close();
    });
    const opened = () => stage;
    const shared = () => ({ stage, spec });

    describe('power', () => powerCases(opened));
    describe('guest', () => guestCases(shared));
    describe('devices', () => deviceCases(shared));
    describe('disk', () => diskCases(shared));
  });
}
