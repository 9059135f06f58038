import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

const SECRET = 'n7Cw-b_0VQ'.repeat(4);

test('masks tokens and the secrets of links', () => {
  const link = `Console  \u001b[34mhttp://localhost:7080/enter#${SECRET}\u001b[39m (once)`;
  expect(maskSecrets(link)).toBe('Console  \u001b[34mhttp://localhost:7080/enter#...\u001b[39m (once)');
  for (const kind of ['ik', 'ika', 'iks']) expect(maskSecrets(`${kind}_ypEU${'a1'.repeat(18)} .`)).toBe(`${kind}_ypEU... .`);
  expect(maskSecrets('see /enter and ik_ypEU...')).toBe('see /enter and ik_ypEU...');
});

test('no picture of a terminal shows a secret', () => {
  const pictures = resolve(import.meta.dirname, '../../docs/pictures');
  for (const file of readdirSync(pictures).filter((name) => name.endsWith('.svg'))) {
    const text = readFileSync(join(pictures, file), 'utf8').replaceAll(/<[^>]*>/g, '');
    expect(maskSecrets(text)).toBe(text);
  }
});
