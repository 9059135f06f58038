import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../error.ts';
import { exampleSpec } from '../spec.example.ts';
import { SimulatedCompute, type SimulatedOptions } from './driver.ts';
import { changeSimulated } from './store.ts';

describe('the simulated driver', () => {
  let home = '';
  let opened: SimulatedCompute[] = [];
  const open = async (options: Omit<SimulatedOptions, 'home'> = {}) => {
    const compute = new SimulatedCompute({ home, ...options });
    await compute.open();
    opened.push(compute);
    return compute;
  };
  const spec = (machineId: string) => ({ ...exampleSpec(), machineId });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-simulated-'));
    opened = [];
  });
  afterEach(async () => {
    for (const compute of opened) await compute.close();
    await rm(home, { recursive: true });
  });

  it('lists drafts of unfinished writes', async () => {
    const compute = await open();
    await compute.create(spec('srv-1'));
    expect(await compute.orphanedFiles()).toEqual([]);
    const path = join(home, 'simulated-machines', '.srv-1.json.0123456789ab');
    await writeFile(path, '{');
    expect(await compute.orphanedFiles()).toEqual([{ machineId: 'srv-1', path }]);
  });

  it('has no machines on a host where it was never opened, but misses the directory that it once opened', async () => {
    const unopened = new SimulatedCompute({ home });
    expect([await unopened.list(), await unopened.addresses(), await unopened.orphanedFiles()]).toEqual([[], [], []]);
    const compute = await open();
    await rm(compute.directory, { recursive: true });
    await expect(compute.list()).rejects.toThrow('ENOENT');
    await expect(compute.orphanedFiles()).rejects.toThrow('ENOENT');
  });

  it('fails on demand, before the act takes effect', async () => {
    const compute = await open({
      fail: (act, machineId) => {
        if (act === 'create' && machineId === 'srv-1') throw new EngineError('disk_full', 'no room');
      },
    });
    await expect(compute.create(spec('srv-1'))).rejects.toMatchObject({ kind: 'disk_full' });
    await compute.create(spec('srv-2'));
    expect(await compute.list()).toEqual([{ machineId: 'srv-2', power: 'stopped' }]);
  });

  it('boots and shuts down with delays, and ignores a shutdown while it boots', async () => {
    const compute = await open({ delays: { boot: 100, shutdown: 100 } });
    await compute.create(spec('srv-1'));
    await compute.start('srv-1');
    await compute.requestShutdown('srv-1');
    expect(await compute.inspect('srv-1')).toMatchObject({ power: 'running', up: false, bootId: null });
    await expect.poll(async () => (await compute.inspect('srv-1')).up).toBe(true);
    await compute.requestShutdown('srv-1');
    expect(await compute.inspect('srv-1')).toMatchObject({ power: 'running' });
    await expect.poll(async () => (await compute.inspect('srv-1')).power).toBe('stopped');
  });

  it('reports events to another process', async () => {
    const [compute, other] = [await open(), await open()];
    const reported: string[] = [];
    other.watch(({ machineId, kind }) => reported.push(`${machineId} ${kind}`));
    await compute.create(spec('srv-1'));
    await expect.poll(async () => (await other.list()).length).toBe(1);
    await compute.start('srv-1');
    await expect.poll(() => reported).toEqual(['srv-1 started']);
    await compute.injectFault('srv-1', 'crash');
    await expect.poll(() => reported).toEqual(['srv-1 started', 'srv-1 crashed']);
  });

  it('stalls while its disk is full, and resumes when it is started', async () => {
    const compute = await open();
    await compute.create(spec('srv-1'));
    await compute.start('srv-1');
    const { bootId } = await compute.inspect('srv-1');
    await changeSimulated(home, 'srv-1', (machine) => ({ ...machine, trouble: 'disk_full' }));
    expect(await compute.inspect('srv-1')).toMatchObject({ power: 'running', up: false, bootId: null, trouble: 'disk_full' });
    await compute.start('srv-1');
    expect(await compute.inspect('srv-1')).toEqual({ machineId: 'srv-1', power: 'running', up: true, bootId });
  });

  it('gets no answer from a guest without an agent', async () => {
    const compute = await open({ agent: (machineId) => machineId !== 'srv-1' });
    for (const id of ['srv-1', 'srv-2']) {
      await compute.create(spec(id));
      await compute.start(id);
    }
    expect(await compute.guest.setHostname('srv-1', 'unheard')).toBe('no_answer');
    expect(await compute.guest.setHostname('srv-2', 'heard')).toBe('done');
    expect(await compute.copyDisk('srv-1', { to: join(home, 'copy') })).toMatchObject({ frozen: false });
  });

  it('runs 200 machines at once', async () => {
    const compute = await open();
    const ids = Array.from({ length: 200 }, (_, i) => `srv-${i}`);
    await Promise.all(
      ids.map(async (id) => {
        await compute.create(spec(id));
        await compute.start(id);
      }),
    );
    const reports = await Promise.all(ids.map((id) => compute.inspect(id)));
    expect(reports.every(({ power, up }) => power === 'running' && up)).toBe(true);
    expect(new Set(reports.map(({ bootId }) => bootId)).size).toBe(200);
  });
});
