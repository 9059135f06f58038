import { expect, it } from 'vitest';
import { OrderedReads } from './ordered-reads.ts';

interface Entry {
  state: string;
  end: number | null;
}

/** Returns reads whose requests get their replies by `reply`, and what they stored in between. */
function givenReads() {
  const stored: [number, Entry][] = [];
  const waiting: ((entry: Entry) => void)[] = [];
  const request = () => new Promise<Entry>((resolve) => waiting.push(resolve));
  const reply = async (entry: Entry) => {
    waiting.shift()?.(entry);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { reads: new OrderedReads<Entry>((id, entry) => stored.push([id, entry])), request, reply, stored, waiting };
}

it('reads again after an event that arrived during the request, and shows its fields in the meantime', async () => {
  const { reads, request, reply, stored } = givenReads();
  const read = reads.read(1, request);
  reads.change(1, { state: 'running' }, true);
  await reply({ state: 'queued', end: null });
  expect(stored).toEqual([[1, { state: 'running', end: null }]]);
  await reply({ state: 'running', end: 5 });
  expect(await read).toEqual({ state: 'running', end: 5 });
  expect(stored).toHaveLength(1);
});

it('reads once if only other entries changed, or if the event came after the reply', async () => {
  const { reads, request, reply, stored, waiting } = givenReads();
  const read = reads.read(1, request);
  reads.change(2, { state: 'running' }, true);
  await reply({ state: 'queued', end: null });
  reads.change(1, { state: 'running' }, true);
  expect(await read).toEqual({ state: 'queued', end: null });
  expect([stored, waiting]).toEqual([[], []]);
});

it('does not read again if the event has everything that changed', async () => {
  const { reads, request, reply, stored, waiting } = givenReads();
  const read = reads.read(1, request);
  reads.change(1, { end: 7 }, false);
  await reply({ state: 'running', end: 5 });
  expect(await read).toEqual({ state: 'running', end: 7 });
  expect([stored, waiting]).toEqual([[], []]);
});

it('ends with the error of its request', async () => {
  const { reads } = givenReads();
  await expect(reads.read(1, () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
});
