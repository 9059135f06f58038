import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { PHONE, views, WIDE } from './views.ts';

const SEEDS = Array.from({ length: 1_000 }, (_, i) => i.toString(16).padStart(8, '0'));
const BOTH = [
  { name: 'wide', view: WIDE },
  { name: 'phone', view: PHONE },
];

const source = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const urlOf = (file: string): string => pathToFileURL(path.join(import.meta.dirname, file)).href;
const JOURNEYS = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.process.test.ts'));
const DRAWN = JOURNEYS.filter((file) => source(file).includes('views(import.meta.url)'));

test('only the journey through every page names its windows itself', () => {
  expect(JOURNEYS.filter((file) => /\['phone', PHONE\]/.test(source(file)))).toEqual(['pages.process.test.ts']);
  expect(DRAWN).toContain('first-link.process.test.ts');
});

test.each(DRAWN)('%s has both windows without a seed', (file) => {
  expect(views(urlOf(file), {})).toEqual(BOTH.map((one) => ({ ...one, title: one.name })));
});

test.each(DRAWN)('%s has one window by a seed, named with the seed, and 1,000 seeds draw both', (file) => {
  const seen = new Set<string>();
  for (const seed of SEEDS) {
    const [drawn, ...others] = views(urlOf(file), { INNKEEPER_TEST_SEED: seed });
    expect(others).toEqual([]);
    expect(BOTH.map((one) => ({ ...one, title: `${one.name}, seed ${seed}` }))).toContainEqual(drawn);
    seen.add(drawn?.name ?? 'none');
  }
  expect([...seen].sort()).toEqual(['phone', 'wide']);
});

// Recorded, because a printed seed must draw the same window in another clone.
test('the same seed draws the same windows, everywhere', () => {
  const drawn = ['addresses', 'bulk', 'pay'].map((name) =>
    ['00000001', '00000002', '00000003', '00000004'].map(
      (seed) => views(urlOf(`${name}.process.test.ts`), { INNKEEPER_TEST_SEED: seed })[0]?.name,
    ),
  );
  expect(drawn).toEqual([
    ['wide', 'wide', 'phone', 'phone'],
    ['phone', 'wide', 'wide', 'wide'],
    ['phone', 'phone', 'wide', 'phone'],
  ]);
});
