import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textsIn } from './plugins.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-texts-'));
  for (const name of ['texts.ts', 'texts.de.ts', 'cancel-texts.ts', 'titles.gen.ts', 'titles.de.gen.ts'])
    fs.writeFileSync(path.join(folder, name), '');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const resolve = (source: string, language = 'de') => textsIn(language).resolveId(source, path.join(folder, 'page.tsx'));

it('replaces texts by those of a language, without a change of the page', () => {
  expect(resolve('./texts.ts')).toBe(path.join(folder, 'texts.de.ts'));
  expect(resolve('./titles.gen.ts')).toBe(path.join(folder, 'titles.de.gen.ts'));
});

it('leaves files without a translation, other files, and English', () => {
  expect(resolve('./cancel-texts.ts')).toBeUndefined();
  expect(resolve('./page.tsx')).toBeUndefined();
  expect(resolve('./texts.ts', 'en')).toBeUndefined();
});
