import { systemClock } from '@innkeeper/model/time/clock';
import { expect, it } from 'vitest';
import { openRefusalLog } from './refusal-log.ts';

it('writes one line per source, with the number of omitted lines', () => {
  const lines: object[] = [];
  const log = openRefusalLog((line) => lines.push(line), systemClock);
  for (let i = 0; i < 5_000; i += 1) log.add('192.0.2.1', { path: `/${i}` });
  log.add('192.0.2.2', { path: '/once' });
  log.close();
  expect(lines).toEqual([
    { at: expect.any(String), path: '/0', omitted: 4_999 },
    { at: expect.any(String), path: '/once' },
  ]);
});

it('limits the sources per second, and counts the rest', () => {
  const lines: object[] = [];
  const log = openRefusalLog((line) => lines.push(line), systemClock, 3);
  for (let i = 0; i < 1_000; i += 1) log.add(`192.0.2.${i}`, { path: '/' });
  log.close();
  expect(lines).toHaveLength(4);
  expect(lines[3]).toEqual({ omitted: 997, ip: 'others' });
});

it('starts counting again after each second', async () => {
  const lines: object[] = [];
  let second = (): void => {};
  const written = new Promise<void>((resolve) => {
    second = resolve;
  });
  const write = (line: object) => {
    lines.push(line);
    second();
  };
  const log = openRefusalLog(write, systemClock);
  log.add('192.0.2.1', { n: 1 });
  log.add('192.0.2.1', { n: 2 });
  await written;
  log.add('192.0.2.1', { n: 3 });
  log.close();
  expect(lines).toMatchObject([{ n: 1, omitted: 1 }, { n: 3 }]);
});
