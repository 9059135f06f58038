/**
 * Kills a real worker process (SIGKILL) at each crash point of a workflow, or at those that a seed draws. Another worker takes over, and the
 * invariants hold.
 *
 * Scenarios share neither database nor machines. One process therefore runs one workflow of each scenario, and is killed once all have
 * reached their points. A process for each death took four times as long.
 */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type CrashPoint, drawnPoints, endAfterDeath } from './crash-points.ts';
import { assertAllClean, assertInvariants } from './invariants.ts';
import { openTortureLab, type TortureLab, waitUntilEndedBy } from './lab.ts';
import { expectAll } from './run-scenario.ts';
import type { Begun, Scenario } from './scenario.ts';
import { openWorkers, type Workers } from './workers.ts';

/** Number of scenarios, and thus databases, that are open at a time. */
const GROUP_SIZE = 8;

interface Death {
  scenario: Scenario;
  point: CrashPoint;
}

/** Registers a test for each crash point of each scenario. With a seed only for drawn ones. */
export function tortureByKill(scenarios: readonly Scenario[], seed: string | undefined): void {
  let workers: Workers;
  beforeAll(async () => {
    workers = await openWorkers();
  });
  afterAll(() => workers.close());

  describe.each(groupsOf(scenarios, seed))('$name', ({ group, rounds }) => {
    const labs = new Map<Scenario, TortureLab>();
    beforeAll(async () => {
      await Promise.all(group.map(async (scenario) => labs.set(scenario, await openTortureLab(scenario.nodes))));
    });
    afterAll(async () => {
      try {
        for (const lab of labs.values()) await assertAllClean(lab);
      } finally {
        // After a red assertion too: vitest skips other hooks of the group.
        await Promise.all([...labs.values()].map((lab) => lab.close()));
      }
    });

    describe.each(rounds)('process $process', ({ deaths }) => {
      let outcomes: Map<Death, unknown>;
      beforeAll(async () => {
        outcomes = await killAndTakeOver(workers, labs, deaths);
      });
      test.each(deaths)('$scenario.name: kill -9 $point.moment $point.step, going $point.direction', (death) => {
        const failure = outcomes.get(death);
        if (failure !== undefined) throw failure;
      });
    });
  });
}

function groupsOf(scenarios: readonly Scenario[], seed: string | undefined) {
  const groups = Array.from({ length: Math.ceil(scenarios.length / GROUP_SIZE) }, (_, i) =>
    scenarios.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE),
  );
  return groups.map((group, i) => ({ name: `group ${i + 1}`, group, rounds: roundsOf(group, seed) }));
}

/** Returns the rounds: the first crash point of each scenario, then the second, and so on. */
function roundsOf(group: readonly Scenario[], seed: string | undefined): { process: number; deaths: Death[] }[] {
  const points = group.map((scenario) => drawnPoints(scenario, seed));
  return Array.from({ length: Math.max(...points.map(({ length }) => length)) }, (_, i) => ({
    process: i + 1,
    deaths: group.flatMap((scenario, of) => {
      const point = points[of]?.[i];
      return point ? [{ scenario, point }] : [];
    }),
  }));
}

/** Runs a round. Returns the failure of each death, or undefined for a success. Throws if the process did not die at its points. */
async function killAndTakeOver(
  workers: Workers,
  labs: ReadonlyMap<Scenario, TortureLab>,
  deaths: readonly Death[],
): Promise<Map<Death, unknown>> {
  const labOf = ({ scenario }: Death): TortureLab => labs.get(scenario) as TortureLab;
  const begun = await Promise.all(deaths.map((death) => death.scenario.begin(labOf(death))));
  await workers.die(
    deaths.map((death) => {
      const { url, home, nodes: ofLab } = labOf(death);
      const nodes = [...ofLab].map(([id, { name }]) => ({ id, name }));
      return { url, home, nodes, kind: death.scenario.definition.kind, point: death.point };
    }),
  );
  const failures = await Promise.all(
    deaths.map((death, i) =>
      takeOver(labOf(death), death, begun[i] as Begun).then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  return new Map(deaths.map((death, i) => [death, failures[i]]));
}

async function takeOver(lab: TortureLab, { scenario, point }: Death, begun: Begun): Promise<void> {
  const successor = await lab.worker([scenario.definition]);
  const ended = await waitUntilEndedBy(successor, lab, begun.workflowIds);
  // With several workflows, those that the killed worker had not begun succeed.
  if (begun.workflowIds.length === 1) expectAll(ended, endAfterDeath(scenario, point, 'killed'));
  await begun.check(ended);
  await assertInvariants(lab);
}
