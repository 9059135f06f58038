/** The conformance suite that every compute driver must pass. */
import { afterAll, beforeAll, describe } from 'vitest';
import { deviceCases } from './conformance/devices.ts';
import { diskCases } from './conformance/disk.ts';
import { guestCases } from './conformance/guest.ts';
import type { ComputeHarness } from './conformance/harness.ts';
import { moveCases } from './conformance/moves.ts';
import { powerCases } from './conformance/power.ts';
import { Suite } from './conformance/suite.ts';
import type { MachineSpec } from './port.ts';

/** Id of the machine that all cases after the power cases share, because a boot takes 10 s under TCG. */
const SHARED = 'conformance-2';

/** Registers the suite for one driver. */
export function computeConformance(name: string, openHarness: () => Promise<ComputeHarness>): void {
  describe(`compute: ${name}`, () => {
    let suite: Suite;
    let spec: MachineSpec;
    beforeAll(async () => {
      suite = new Suite(await openHarness());
      spec = await suite.harness.spec(SHARED);
    });
    afterAll(async () => {
      await suite?.compute.destroy(SHARED).catch(() => undefined);
      await suite?.harness.close();
    });
    const opened = () => suite;
    const shared = () => ({ suite, spec });

    describe('power', () => powerCases(opened));
    describe('moves', () => moveCases(opened));
    describe('guest', () => guestCases(shared));
    describe('devices', () => deviceCases(shared));
    describe('disk', () => diskCases(shared));
  });
}
