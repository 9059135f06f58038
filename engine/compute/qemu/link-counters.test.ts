import { expect, test } from 'vitest';
import { LinkCounters } from './link-counters.ts';

const link = (ifname: string, bytes: number) => ({ ifname, stats64: { rx: { bytes }, tx: { bytes: bytes + 1 } } });

/** `links`: by the number of the reading. */
function counting(links: (reading: number) => unknown) {
  let reads = 0;
  const counters = new LinkCounters(async () => links(++reads));
  return { counters, reads: () => reads };
}

test('guests that are measured together share one reading', async () => {
  const { counters, reads } = counting(() => [link('t1', 10), link('t2', 20), { ifname: 'lo' }]);
  expect(await counters.of('ns', 't1')).toEqual({ rx: 10, tx: 11 });
  expect(await Promise.all([counters.of('ns', 't2')])).toEqual([{ rx: 20, tx: 21 }]);
  expect(reads()).toBe(1);
});

test('who asks again is told what was counted since', async () => {
  const { counters } = counting((reading) => [link('t1', reading * 100), link('t2', reading * 100)]);
  expect((await counters.of('ns', 't1')).rx).toBe(100);
  expect((await counters.of('ns', 't1')).rx).toBe(200);
  expect((await counters.of('ns', 't2')).rx).toBe(200);
});

test('a new device is found, and one without counters fails', async () => {
  const { counters } = counting((reading) =>
    reading === 1 ? [link('t1', 1)] : [link('t1', 2), link('new', 5), { ifname: 'lo' }],
  );
  await counters.of('ns', 't1');
  expect(await counters.of('ns', 'new')).toEqual({ rx: 5, tx: 6 });
  await expect(counters.of('ns', 'lo')).rejects.toThrow('lo shows no counters');
});

test('a namespace that could not be read is read again', async () => {
  const { counters } = counting((reading) => {
    if (reading === 1) throw new Error('no such namespace');
    return [link('t1', 1)];
  });
  await expect(counters.of('ns', 't1')).rejects.toThrow('no such namespace');
  expect((await counters.of('ns', 't1')).rx).toBe(1);
});
