/** Tests that the operators' guide lists each kind of alert under its class, with the meaning and action of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALERT_CLASSES, ALERT_MEANINGS, compareUrgency, guideOf, meaningOf } from './alert-meanings.ts';
import { ALERT_KINDS, type AlertKind } from './alerts.ts';

const GUIDE = new URL('../../docs/guide/operators/alerts.md', import.meta.url);
const [, ...classes] = readFileSync(GUIDE, 'utf8').split(/^## /m);
const sections = classes.flatMap((text) => {
  const [title = '', ...kinds] = text.split(/^### /m);
  return kinds.map((section) => {
    const [kind = '', ...lines] = section.split('\n');
    return { urgency: title.split('\n')[0]?.toLowerCase(), kind, text: lines.join('\n').replaceAll('`', '') };
  });
});

test('the guide lists each kind once, under its class', () => {
  const kinds = Object.keys(ALERT_KINDS) as AlertKind[];
  expect(sections.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  expect(classes.map((text) => text.split('\n')[0]?.toLowerCase())).toEqual([...ALERT_CLASSES]);
  for (const { kind, urgency } of sections) expect(`${kind} ${urgency}`).toBe(`${kind} ${meaningOf(kind).class}`);
});

test.each(sections)('the guide explains $kind: its meaning, the action, and how it closes', ({ kind, text }) => {
  const { meaning, action } = ALERT_MEANINGS[kind as AlertKind];
  expect(text).toContain(meaning);
  expect(text).toContain(`To do: ${action}`);
  expect(text).toContain(ALERT_KINDS[kind as AlertKind] === 'itself' ? 'It closes by itself.' : 'alert close closes it.');
  expect(action).toMatch(/^[A-Z][^\n]*\.$/);
});

test('an unknown kind of another version is urgent, and urgent kinds come first', () => {
  expect(meaningOf('of_another_version').class).toBe('urgent');
  expect(meaningOf('toString').class).toBe('urgent');
  expect(['geo_data_old', 'due_failed', 'dns_away'].sort(compareUrgency)).toEqual(['dns_away', 'due_failed', 'geo_data_old']);
  expect(guideOf('disk_low')).toBe('docs/guide/operators/alerts.md#disk_low');
});
