import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulatedOperation } from '@innkeeper/engine/compute/simulated/driver';
import { EngineError } from '@innkeeper/engine/error';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopGuests } from './stop-guests.ts';

let home: string;
let engine: Engine;
/** Operations that fail, such as `powerOff srv-1`. */
let failing: string[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-stop-guests-'));
  failing = [];
  const fail = (act: SimulatedOperation, machineId: string) => {
    if (failing.includes(`${act} ${machineId}`)) throw new EngineError('timeout', 'QEMU does not answer');
  };
  engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG, simulated: { fail } });
  await engine.network.open([]);
  await engine.compute.open();
  for (const id of [1, 2, 3]) await engine.compute.start(await givenMachine(engine, id));
  await engine.compute.close();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const stop = () => stopGuests(engine, { report: () => undefined, graceMs: 1_000, tearsDownNetwork: true });
const powers = async () => (await engine.compute.list()).map(({ machineId, power }) => `${machineId} ${power}`).sort();

test('a guest that refuses a shutdown request is powered off, and the others are shut down', async () => {
  failing = ['requestShutdown srv-1'];
  await stop();
  expect(await powers()).toEqual(['srv-1 interrupted', 'srv-2 interrupted', 'srv-3 interrupted']);
});

test('a guest that cannot be stopped is named, and keeps its network', async () => {
  failing = ['requestShutdown srv-1', 'powerOff srv-1', 'requestShutdown srv-2'];
  const tearDown = vi.spyOn(engine.network, 'tearDown');
  await expect(stop()).rejects.toThrow('srv-1 (QEMU does not answer)');
  expect(await powers()).toEqual(['srv-1 running', 'srv-2 interrupted', 'srv-3 interrupted']);
  expect(tearDown).not.toHaveBeenCalled();
});
