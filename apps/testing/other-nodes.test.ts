import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { runsOnOtherNodes } from './other-nodes.ts';

const nodeOf = (version: string) => `/nodes/${version}`;

it('starts Innkeeper on the next Node version, and runs the SDK on all', () => {
  const [programs, ...others] = runsOnOtherNodes(false, nodeOf);
  expect(others).toEqual([]);
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

it('also runs the projects `fast` and slices on the next Node version if all is requested', () => {
  const [fast, slices, ...programs] = runsOnOtherNodes(true, nodeOf);
  expect(fast?.args).toEqual(['--project', 'fast']);
  expect(slices?.args).toEqual(['--project', 'system', 'lab/slices']);
  expect([fast?.options.node, slices?.options.node]).toEqual(['/nodes/26.10.0', '/nodes/26.10.0']);
  expect(programs).toEqual(runsOnOtherNodes(false, nodeOf));
});

it('keeps a report of each run', () => {
  const reports = runsOnOtherNodes(true, String).map(({ options }) => options.report);
  expect(new Set(reports).size).toBe(3);
});
