/** kill -9 of a real worker process at every point of a workflow; another worker takes over, and everything adds up. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { nothingLeaked } from './invariants.ts';
import { openTortureLab, type TortureLab, untilEnded } from './lab.ts';
import { expectAll } from './play.ts';
import { backPoints, forwardPoints, type Point } from './points.ts';
import { openWorkers, type Workers } from './workers.ts';
import type { World } from './world.ts';

export function tortureByKill(worlds: readonly World[]): void {
  let workers: Workers;
  beforeAll(async () => {
    workers = await openWorkers();
  });
  afterAll(() => workers.close());

  describe.each(worlds)('$name', (world) => {
    let lab: TortureLab;
    beforeAll(async () => {
      lab = await openTortureLab();
    });
    afterAll(() => lab.close());

    const points = [...forwardPoints(world.definition), ...backPoints(world.definition)];
    test.each(points)('kill -9 $moment $step, going $direction', (point) => killAndTakeOver(lab, workers, world, point));
  });
}

async function killAndTakeOver(lab: TortureLab, workers: Workers, world: World, point: Point): Promise<void> {
  const begun = await world.begin(lab);
  await workers.die({ url: lab.url, home: lab.home, kind: world.definition.kind, point, act: 'die' });
  const successor = await lab.worker([world.definition]);
  const ended = await untilEnded(lab, begun.workflowIds);
  await successor.stop();
  // Of several workflows, those that the dead one had not begun go well.
  if (begun.workflowIds.length === 1) expectAll(ended, point.direction === 'forward' ? 'done' : 'undone');
  await begun.check(ended);
  await nothingLeaked(lab);
}
