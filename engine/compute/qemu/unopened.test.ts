/** A QEMU engine that was never opened on this host, as commands see it on a new host during a recovery. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../log.ts';
import { QemuCompute } from './driver.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-unopened-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a host on which no engine was ever opened has no machines', async () => {
  const compute = new QemuCompute({ home, projectRoot: home, log: SILENT_LOG, system: async () => null });
  expect(await compute.list()).toEqual([]);
  expect(await compute.addresses()).toEqual([]);
  expect(await compute.orphanedFiles()).toEqual([]);
});
