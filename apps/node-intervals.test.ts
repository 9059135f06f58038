import { JOBS } from '@innkeeper/jobs/jobs';
import { resolveAll } from '@innkeeper/model/configuration/resolve';
import { expect, it } from 'vitest';
import { intervalsOf } from './node-intervals.ts';

const valuesOf = (written: Record<string, string>) => {
  const resolved = resolveAll(
    new Map(Object.entries(written).map(([path, value]) => [path as never, { written: value, origin: '' }])),
  );
  return resolved.ok ? resolved.values : expect.fail(resolved.problems.join(' '));
};

it("equal the job table's unless the configuration overrides them", () => {
  const table = new Map(JOBS.node.map(({ name, everyMs }) => [name, everyMs]));
  for (const [name, everyMs] of Object.entries(intervalsOf(valuesOf({})))) expect(table.get(name), name).toBe(everyMs);
  expect(intervalsOf(valuesOf({ 'worker.watch_interval': '20s' }))).toMatchObject({ watch: 20_000, 'sample-usage': 10_000 });
});
