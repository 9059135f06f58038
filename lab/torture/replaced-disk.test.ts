/** Tests that after a failed restore or reinstall, or an outage of its host, a guest that ran before runs again. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failingAt } from './faults.ts';
import { hostDownAt } from './host-down.ts';
import { openTortureLab, type TortureLab, waitUntilEnded } from './lab.ts';
import { movingClock } from './moving-clock.ts';
import { DISK_SCENARIOS } from './scenarios/replace-disk.ts';
import { activeServer } from './scenarios/server-power.ts';

describe.each(DISK_SCENARIOS.filter(({ name, definition }) => name === definition.kind))('$name', (scenario) => {
  let lab: TortureLab;
  beforeAll(async () => {
    lab = await openTortureLab();
  });
  afterAll(() => lab.close());

  const powers = async (id: number) => [
    (await lab.db.selectFrom('servers').select('power').where('id', '=', id).executeTakeFirstOrThrow()).power,
    (await lab.engine.compute.inspect(machineIdOf(id))).power,
  ];

  test.each(['shutdown', 'rebuild'])('if it fails before the work of %s, the server runs from its old disk', async (step) => {
    const { id } = await activeServer(lab);
    const { workflowIds } = await scenario.begin(lab);
    await updateServer(lab.db, id, { status_reason: 'A sentence of another day.' });
    const worker = await lab.worker([failingAt(scenario.definition, step, 'before')]);
    const [state] = (await waitUntilEnded(lab, workflowIds)).values();
    await worker.stop();
    expect([state, ...(await powers(id))]).toEqual(['undone', 'running', 'running']);
  });

  test('if it fails after the disk was replaced, the server stays off', async () => {
    const { id } = await activeServer(lab);
    const { workflowIds } = await scenario.begin(lab);
    const worker = await lab.worker([failingAt(scenario.definition, 'rebuild', 'after')]);
    await waitUntilEnded(lab, workflowIds);
    await worker.stop();
    expect(await powers(id)).toEqual(['stopped', 'stopped']);
  });

  test('the server runs while the copy is fetched, even after its host went down', async () => {
    const { id } = await activeServer(lab);
    const { workflowIds } = await scenario.begin(lab);
    const clock = movingClock();
    const down = hostDownAt(lab, workflowIds, { moment: 'beforeStep', step: 'fetch', direction: 'forward' }, clock);
    let seen: string[] = [];
    const hooks = {
      async at(point: Parameters<typeof down.at>[0]) {
        await down.at(point);
        if (point.moment === 'afterStep' && point.step === 'fetch') seen = await powers(id);
      },
    };
    const worker = await lab.worker([scenario.definition], { clock, hooks });
    await waitUntilEnded(lab, workflowIds);
    await worker.stop();
    expect(seen).toEqual(['running', 'running']);
  });
});
