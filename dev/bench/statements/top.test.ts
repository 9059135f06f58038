import { expect, it } from 'vitest';
import { slowCommits } from './top.ts';

it('finds slow commits of API and worker in the log', () => {
  const log = `innkeeper_api LOG:  duration: 60.5 ms  statement: commit
innkeeper_api LOG:  duration: 99.5 ms  statement: COMMIT
innkeeper_owner LOG:  duration: 70.0 ms  statement: commit
innkeeper_worker LOG:  duration: 51.0 ms  execute s1: select commit from requests
`;
  expect(slowCommits(log)).toEqual([expect.objectContaining({ role: 'api', calls: 2, totalMs: 160, maxMs: 99.5 })]);
});
