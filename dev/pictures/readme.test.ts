import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n');

test('the README is short, and shows a small picture for both themes at its top', () => {
  expect(lines.length).toBeLessThanOrEqual(60);
  const pictures = lines
    .slice(0, 15)
    .flatMap((line) => [...line.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file));
  expect(pictures).toEqual(['docs/pictures/console-dark.png', 'docs/pictures/console-light.png']);
  for (const file of pictures) expect(statSync(join(root, file)).size).toBeLessThan(150_000);
});
