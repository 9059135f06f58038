/** What every workflow must bear in one process: each step twice, failure at each step, each undo twice, deaths anywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTortureLab, type TortureLab } from './lab.ts';
import { dieOnceAt, play } from './play.ts';
import { backPoints, forwardPoints } from './points.ts';
import * as twists from './twists.ts';
import type { World } from './world.ts';

/** Registers the tests of one world. They share a database: what one play leaves is there for the invariants of the next. */
export function torture(world: World): void {
  const { definition } = world;
  const names = definition.steps.map((step) => step.name);
  /** Everything is done, then all of it must go back. */
  const doomed = twists.failingAt(definition, twists.lastStep(definition), 'after');

  describe(world.name, () => {
    let lab: TortureLab;
    beforeAll(async () => {
      lab = await openTortureLab();
    });
    afterAll(() => lab.close());

    test('happens', () => play(lab, world, { expect: 'done' }));

    test('each step twice', () => play(lab, world, { definition: twists.eachStepTwice(definition), expect: 'done' }));

    test.each(
      names.flatMap((name) => [
        { name, when: 'before' as const },
        { name, when: 'after' as const },
      ]),
    )('failure $when the work of $name', ({ name, when }) =>
      play(lab, world, { definition: twists.failingAt(definition, name, when), expect: 'undone' }),
    );

    test('failure at the end', () => play(lab, world, { definition: twists.failingAtTheEnd(definition), expect: 'undone' }));

    test('each undo twice', () => play(lab, world, { definition: twists.eachUndoTwice(doomed), expect: 'undone' }));

    test('each undo failing once', () => play(lab, world, { definition: twists.eachUndoFailingOnce(doomed), expect: 'undone' }));

    test.each(forwardPoints(definition))('death $moment $step', async (point) => {
      const hooks = dieOnceAt(point);
      await play(lab, world, { hooks, expect: 'done' });
      expect(hooks.deaths).toBeGreaterThan(0);
    });

    test.each(backPoints(definition))('death $moment $step on the way back', async (point) => {
      const hooks = dieOnceAt(point);
      await play(lab, world, { definition: doomed, hooks, expect: 'undone' });
      expect(hooks.deaths).toBeGreaterThan(0);
    });
  });
}
