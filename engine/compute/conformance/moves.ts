/** Tests moves of a running machine to another node and back, and moves that are abandoned. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MoveOffer } from '../move-port.ts';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import type { MoveEnd } from './harness.ts';
import type { Suite } from './suite.ts';

export function moveCases(opened: () => Suite): void {
  let suite: Suite;
  let spec: MachineSpec;
  let here: MoveEnd;
  let there: MoveEnd & { close(): Promise<void> };
  let bootId = '';
  const id = 'conformance-3';
  const acts: string[] = [];
  /** Copies the disk to the other end, which then holds the machine's card. */
  const copy = async (from: MoveEnd, to: MoveEnd, signal?: AbortSignal): Promise<MoveOffer> => {
    const offer = await from.compute.offer(id);
    await to.compute.receive(await to.prepare(spec), offer);
    const stream = await to.compute.connect(id, 'disk');
    await from.compute.sendDisk(id, { stream, ...(signal && { signal }) });
    return offer;
  };
  const switchOver = async (from: MoveEnd, to: MoveEnd, commit: () => Promise<void> = async () => undefined) => {
    let moved: { bootId: string | null } | null = null;
    await from.compute.sendMemory(id, {
      stream: await to.compute.connect(id, 'memory'),
      hold: async () => {
        acts.push('hold');
        await from.hold(id);
      },
      commit: async (state) => {
        acts.push('commit');
        moved = state;
        await commit();
      },
    });
    return moved ?? { bootId: null };
  };
  const power = async ({ compute }: MoveEnd) => (await compute.inspect(id)).power;
  const listed = async ({ compute }: MoveEnd) =>
    (await compute.list()).find(({ machineId }) => machineId === id)?.power ?? 'absent';
  const runs = ({ compute }: MoveEnd) => compute.inspect(id);
  const running = () => ({ machineId: id, power: 'running', up: true, bootId });

  beforeAll(async () => {
    suite = opened();
    here = suite.harness;
    there = await suite.harness.openOther();
    spec = { ...(await suite.harness.spec(id)), limits: { iops: 5_000, bytesPerSecond: 200 << 20 } };
    await here.compute.create(spec);
  });
  afterAll(async () => {
    await here?.compute.destroy(id);
    await there?.close();
  });

  it('offers a running machine without an ISO, and no other', async () => {
    await expect(here.compute.offer(id)).rejects.toMatchObject({ kind: 'guest' });
    await expect(there.compute.offer(id)).rejects.toMatchObject({ kind: 'absent' });
    await here.compute.start(id);
    bootId = await suite.untilBooted(spec);
    const primary = await suite.harness.iso('held', 'in a drive');
    await here.compute.setMedia(id, { ...NO_MEDIA, primary });
    await expect(here.compute.offer(id)).rejects.toMatchObject({ kind: 'unsupported', retryable: false });
    await here.compute.setMedia(id, NO_MEDIA);
    expect(await here.compute.offer(id)).toMatchObject({ diskBytes: spec.diskGb * 2 ** 30, readyPort: true, linkUp: true });
  });

  it('receives a machine that stays absent, also twice, and abandons it, also twice', async () => {
    const offer = await here.compute.offer(id);
    await expect(here.compute.receive(spec, offer)).rejects.toMatchObject({ kind: 'guest', retryable: false });
    const other = { ...offer, machineType: 'nonexistent-9.9' };
    const refused = there.compute.receive(await there.prepare(spec), other);
    await expect(refused).rejects.toMatchObject({ kind: 'unsupported', retryable: false });
    for (let i = 0; i < 2; i += 1) {
      await there.compute.receive(await there.prepare(spec), offer);
      expect([await power(there), await listed(there)]).toEqual(['absent', 'absent']);
      expect(await there.compute.addresses()).toEqual([]);
      expect(await there.compute.measure(id)).toBeNull();
    }
    await expect(there.compute.start(id)).rejects.toMatchObject({ kind: 'absent' });
    await expect(there.compute.create(await there.prepare(spec))).rejects.toThrow();
    (await there.compute.connect(id, 'disk')).destroy();
    await expect(there.compute.connect(id, 'disk')).rejects.toMatchObject({ kind: 'guest', retryable: false });
    await expect(there.compute.take(id, { bootId })).rejects.toMatchObject({ kind: 'guest' });
    for (let i = 0; i < 2; i += 1) await there.compute.abandon(id);
    await expect(there.compute.take(id, { bootId })).rejects.toMatchObject({ kind: 'absent' });
    expect(await there.leftovers(id)).toEqual([]);
    expect(await runs(here)).toEqual(running());
  });

  it('runs on at the source after a move that is abandoned there or loses its destination', async () => {
    const ending = new AbortController();
    await expect(copy(here, there, AbortSignal.abort(new Error('no longer wanted')))).rejects.toThrow();
    await expect(switchOver(here, there)).rejects.toMatchObject({ kind: 'guest' });
    await copy(here, there, ending.signal);
    for (let i = 0; i < 2; i += 1) await here.compute.abandon(id);
    expect(await runs(here)).toEqual(running());
    await copy(here, there);
    await there.compute.abandon(id);
    await here.compute.abandon(id);
    await suite.harness.inspector.write(spec, 'stayed', 'here');
    expect(await runs(here)).toEqual(running());
    expect(acts).toEqual([]);
  });

  it('runs on at the source if the row could not be changed, and never at the destination', async () => {
    await copy(here, there);
    const failing = switchOver(here, there, async () => {
      throw new Error('the row did not change');
    });
    await expect(failing).rejects.toThrow('the row did not change');
    const paused = { power: 'running', up: false, paused: true };
    expect(await runs(here)).toMatchObject(paused);
    await here.compute.abandon(id, { moved: true });
    expect(await runs(here)).toMatchObject(paused);
    await there.compute.abandon(id);
    await here.compute.abandon(id);
    await here.release(id);
    expect(await runs(here)).toEqual(running());
    expect(acts).toEqual(['hold', 'commit']);
    await suite.harness.inspector.write(spec, 'again', 'here');
  });

  it('moves to the other node with disk and memory, and is taken once', async () => {
    await suite.harness.silenceAgent(spec);
    expect(await runs(here)).toEqual(running());
    await copy(here, there);
    const moved = await switchOver(here, there);
    expect(moved).toEqual({ bootId });
    expect(acts).toEqual(['hold', 'commit', 'hold', 'commit']);
    expect([(await runs(here)).up, await power(there), await listed(there)]).toEqual([false, 'absent', 'absent']);
    await there.release(id);
    for (let i = 0; i < 2; i += 1) await there.compute.take(id, moved);
    expect((await runs(here)).up).toBe(false);
    expect(await there.compute.inspect(id)).toEqual(running());
    expect(await listed(there)).toBe('running');
    await here.compute.destroy(id);
    expect(await there.inspector.read(spec, 'stayed')).toBe('here');
    await there.compute.abandon(id);
    expect(await there.compute.inspect(id)).toEqual(running());
  });

  it('moves back, to a driver that was restarted since it received the machine', async () => {
    const offer = await there.compute.offer(id);
    await here.compute.receive(await here.prepare(spec), offer);
    await suite.restart();
    here = suite.harness;
    expect(await power(here)).toBe('absent');
    await expect(here.compute.connect(id, 'disk')).rejects.toMatchObject({ kind: 'guest', retryable: false });
    await copy(there, here);
    const moved = await switchOver(there, here);
    await suite.restart();
    expect(await power(suite.harness)).toBe('absent');
    await suite.harness.release(id);
    await suite.compute.take(id, moved);
    expect(await suite.compute.inspect(id)).toEqual(running());
    await there.compute.destroy(id);
    expect(await there.leftovers(id)).toEqual([]);
    expect(await suite.harness.inspector.read(spec, 'again')).toBe('here');
    await suite.compute.destroy(id);
    expect(await suite.harness.leftovers(id)).toEqual([]);
  });
}
