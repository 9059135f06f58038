/** What every compute driver must do, as one suite. */
import { afterAll, beforeAll, describe } from 'vitest';
import { deviceCases } from './conformance/devices.ts';
import { diskCases } from './conformance/disk.ts';
import { guestCases } from './conformance/guest.ts';
import type { ComputeHarness } from './conformance/harness.ts';
import { powerCases } from './conformance/power.ts';
import { Suite } from './conformance/suite.ts';
import type { MachineSpec } from './port.ts';

/** One machine shared by all cases after the power cases, in sequence: a boot takes 10 s under TCG. */
const SHARED = 'conformance-2';

/**
 * With `byTurns`, for a driver whose guests take minutes: of the life cycle and the disk CI takes another one each day, as `INNKEEPER_THIRD` names
 * it (docs/decisions/test-projects.md).
 */
export function computeConformance(name: string, openHarness: () => Promise<ComputeHarness>, { byTurns = false } = {}): void {
  const third = byTurns ? process.env.INNKEEPER_THIRD : undefined;
  const onlyAt = (turn: '0' | '1' | '2') => describe.skipIf(third !== undefined && third !== turn);
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

    onlyAt('1')('power', () => powerCases(opened));
    describe('guest', () => guestCases(shared));
    describe('devices', () => deviceCases(shared));
    onlyAt('2')('disk', () => diskCases(shared));
  });
}
