import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { runsOnOtherNodes } from './other-nodes.ts';

it('runs the projects `fast` and `slices` on the next Node version, Innkeeper on it, and the SDK on all', () => {
  const [fast, slices, programs, ...others] = runsOnOtherNodes((version) => `/nodes/${version}`);
  expect(others).toEqual([]);
  expect(fast?.args).toEqual(['--project', 'fast']);
  expect(slices?.args).toEqual(['--project', 'system', 'lab/slices']);
  expect([fast?.options.node, slices?.options.node]).toEqual(['/nodes/26.10.0', '/nodes/26.10.0']);
  // vitest itself runs on none of the versions that only the SDK supports.
  expect(programs?.options.node).toBeUndefined();
  expect(programs?.options.env).toEqual({
    INNKEEPER_RUNTIME: '/nodes/26.10.0',
    INNKEEPER_SDK_NODES: '/nodes/20.19.6:/nodes/22.23.3:/nodes/26.10.0',
  });
  const files = programs?.args.filter((one) => one.endsWith('.test.ts')) ?? [];
  expect(files).toHaveLength(2);
  for (const file of files) expect(existsSync(path.join(projectRoot, file))).toBe(true);
});

it('keeps a report of each run', () => {
  const reports = runsOnOtherNodes(String).map(({ options }) => options.report);
  expect(new Set(reports).size).toBe(3);
});
