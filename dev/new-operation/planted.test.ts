/** Tests how many files a person makes or changes for an operation of each kind. `npm run test:planted` also compiles and checks them. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from './arguments.ts';
import { isGenerated, PLANTED } from './kinds.ts';

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

test.each(PLANTED)('a $kind needs $filesByHand files by hand', ({ args, filesByHand }) => {
  const { files } = planOf(args, read);
  const byHand = [...files].filter(([file, text]) => !isGenerated(file) && text !== read(file)).map(([file]) => file);
  expect(byHand, byHand.join('\n')).toHaveLength(filesByHand);
});
