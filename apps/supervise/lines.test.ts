import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { MAX_LINE_LENGTH, onLines } from './lines.ts';

async function linesOf(...chunks: (string | Buffer)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  onLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await finished(stream);
  return lines;
}

test('joins lines split across chunks', async () => {
  const [first, second] = [Buffer.from('grü').subarray(0, 3), Buffer.from('grü').subarray(3)];
  expect(await linesOf('a', 'b\r\n\nc\nd', first, second)).toEqual(['ab', '', 'c', 'dgrü']);
});

test('truncates a line that is too long, and continues with the next line', async () => {
  const lines = await linesOf(...Array<string>(200).fill('x'.repeat(1_000)), '\nnext\n');
  expect(lines).toEqual([`${'x'.repeat(MAX_LINE_LENGTH)} (cut)`, 'next']);
});
