import { expect, test } from 'vitest';
import { meantField } from './meant-field.ts';

test.each([
  ['after_hours', ['service', 'after', 'reason'], 'after'],
  ['image', ['name', 'plan', 'image_id'], 'image_id'],
  ['reasn', ['after', 'reason'], 'reason'],
  ['Reason', ['after', 'reason'], 'reason'],
])('%s of %j means %s', (unknown, known, meant) => {
  expect(meantField(unknown, known)).toBe(meant);
});

test.each([
  ['colour', ['name', 'plan', 'image_id']],
  ['why', ['reason']],
  ['ip', ['id', 'to']],
  ['afternoon', ['after']],
  ['id', ['image_id', 'backup_id']],
  ['', ['after']],
  [`after_${'x'.repeat(60)}`, ['after']],
  ['__proto__', ['after']],
])('%s means none of %j, or not a single one', (unknown, known) => {
  expect(meantField(unknown, known)).toBeUndefined();
});
