import { expect, test } from 'vitest';
import { addDigests } from './migration-digests.ts';

const line = (name: string, digit: string): string => `  '${name}': '${digit.repeat(64)}',\n`;
const BEFORE = `export const DIGESTS = {\n${line('20261121T1500-start', 'a')}${line('20270103T0000-b', 'b')}};\n\nrest({});\n`;

test('adds a line for a new migration in its order, and leaves all others', async () => {
  const names = ['20261121T1500-start', '20270102T0930-new', '20270103T0000-b'];
  const after = await addDigests(BEFORE, names, () => Promise.resolve('c'.repeat(64)));
  expect(after).toBe(BEFORE.replace("  '20270103", `${line('20270102T0930-new', 'c')}  '20270103`));
  expect(await addDigests(after, names, () => Promise.reject(new Error('no digest is computed')))).toBe(after);
});
