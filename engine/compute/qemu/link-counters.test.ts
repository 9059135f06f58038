import { expect, test } from 'vitest';
import { LinkCounters } from './link-counters.ts';

const link = (ifname: string, bytes: number) => ({ ifname, stats64: { rx: { bytes }, tx: { bytes: bytes + 1 } } });

/** Returns counters whose n-th reading yields `links(n)`. */
function counting(links: (reading: number) => unknown) {
  let reads = 0;
  const counters = new LinkCounters(async () => links(++reads));
  return { counters, reads: () => reads };
}

test('guests measured at the same time share one reading', async () => {
  const { counters, reads } = counting(() => [link('t1', 10), link('t2', 20), { ifname: 'lo' }]);
  expect(await counters.readBytes('ns', 't1')).toEqual({ rx: 10, tx: 11 });
  expect(await Promise.all([counters.readBytes('ns', 't2')])).toEqual([{ rx: 20, tx: 21 }]);
  expect(reads()).toBe(1);
});

test('a repeated request returns the latest counters', async () => {
  const { counters } = counting((reading) => [link('t1', reading * 100), link('t2', reading * 100)]);
  expect((await counters.readBytes('ns', 't1')).rx).toBe(100);
  expect((await counters.readBytes('ns', 't1')).rx).toBe(200);
  expect((await counters.readBytes('ns', 't2')).rx).toBe(200);
});

test('detects a new device, and fails for one without counters', async () => {
  const { counters } = counting((reading) =>
    reading === 1 ? [link('t1', 1)] : [link('t1', 2), link('new', 5), { ifname: 'lo' }],
  );
  await counters.readBytes('ns', 't1');
  expect(await counters.readBytes('ns', 'new')).toEqual({ rx: 5, tx: 6 });
  await expect(counters.readBytes('ns', 'lo')).rejects.toThrow('lo shows no counters');
});

test('reads a namespace again after a failure', async () => {
  const { counters } = counting((reading) => {
    if (reading === 1) throw new Error('no such namespace');
    return [link('t1', 1)];
  });
  await expect(counters.readBytes('ns', 't1')).rejects.toThrow('no such namespace');
  expect((await counters.readBytes('ns', 't1')).rx).toBe(1);
});
