import { expect, test } from 'vitest';
import { readAhead } from './files.ts';

test('reads files in batches, and a missing one alone when its turn comes', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => 100 + i);
  const asked: number[][] = [];
  const alone: number[] = [];
  const read = readAhead(ids, {
    async find(some) {
      asked.push([...some]);
      return new Map(some.filter((id) => id !== 103).map((id) => [id, Buffer.from(String(id))]));
    },
    async alone(id) {
      alone.push(id);
      return Buffer.from(String(id));
    },
  });
  const files: string[] = [];
  for (const index of ids.keys()) files.push((await read(index)).toString());
  expect(files).toEqual(ids.map(String));
  expect(asked).toEqual([ids.slice(0, 8), ids.slice(8, 16), ids.slice(16)]);
  expect(alone).toEqual([103]);
});
