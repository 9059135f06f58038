import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { serverSnapshot } from '@innkeeper/workflows/servers/copy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostDownAt, tortureByHostDown } from './host-down.ts';
import { DISK_AND_COPY_SCENARIOS } from './host-down-scenarios.ts';
import { openTortureLab, type TortureLab, waitUntilEnded } from './lab.ts';
import { movingClock } from './moving-clock.ts';
import { COPY_SCENARIOS } from './scenarios/copies.ts';
import { activeServer } from './scenarios/server-power.ts';

const snapshot = COPY_SCENARIOS.find(({ definition }) => definition === serverSnapshot) ?? expect.fail('no such scenario');

for (const scenario of DISK_AND_COPY_SCENARIOS) tortureByHostDown(scenario);

describe('a server that is being copied', () => {
  let lab: TortureLab;
  beforeAll(async () => {
    lab = await openTortureLab();
  });
  afterAll(() => lab.close());

  /**
   * Takes the host down at the start of a step. Returns the power of the server and of the machine, and whether the boot id is current, at
   * the end of that step.
   */
  async function afterHostDownBefore(step: string, suspended = false): Promise<string[]> {
    const { id } = await activeServer(lab);
    const { workflowIds } = await snapshot.begin(lab);
    await updateServer(lab.db, id, { status: suspended ? 'suspended' : 'active' });
    const clock = movingClock();
    const down = hostDownAt(lab, workflowIds, { moment: 'beforeStep', step, direction: 'forward' }, clock);
    let seen: string[] = [];
    const worker = await lab.worker([serverSnapshot], {
      clock,
      hooks: {
        async at(point) {
          await down.at(point);
          if (point.moment !== 'afterStep' || point.step !== step) return;
          const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
          const { power, bootId } = await lab.engine.compute.inspect(machineIdOf(id));
          seen = [row.power, power, row.boot_id === bootId ? 'as booted' : 'of before'];
        },
      },
    });
    await waitUntilEnded(lab, workflowIds);
    await worker.stop();
    await updateServer(lab.db, id, { status: 'active' });
    return seen;
  }

  test.each(['copy', 'store', 'verify'])('is started again at once, before the step %s continues', async (step) => {
    expect(await afterHostDownBefore(step)).toEqual(['running', 'running', 'as booted']);
    const lines = await lab.db
      .selectFrom('audit_log')
      .select('actor_kind')
      .where('action', '=', 'server.start-after-host')
      .execute();
    expect(lines.at(-1)?.actor_kind).toBe('workflow');
  });

  test('is not started while it is suspended', async () => {
    expect((await afterHostDownBefore('store', true)).slice(0, 2)).toEqual(['running', 'interrupted']);
  });
});
