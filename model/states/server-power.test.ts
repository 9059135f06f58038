import { expect, test } from 'vitest';
import { decidePower, powerOf, seenOutside } from './server-power.ts';

test('restarting a running server reboots it, restarting a stopped one starts it', () => {
  expect(decidePower('running', 'restart')).toBe('reboot');
  expect(decidePower('stopped', 'restart')).toBe('boot');
  expect(decidePower('crashed', 'restart')).toBe('boot');
});

test('what holds already is nothing to do', () => {
  expect(decidePower('running', 'start')).toBe('nothing');
  expect(decidePower('stopped', 'stop')).toBe('nothing');
  expect(decidePower('stopped', 'power-off')).toBe('nothing');
});

test('a server without a guest allows no power action', () => {
  for (const verb of ['start', 'restart', 'stop', 'power-off'] as const) expect(decidePower('absent', verb)).toBeUndefined();
});

test('what is seen outside becomes the row, and nothing new is nothing', () => {
  expect(seenOutside('running', 'stopped')).toBe('stopped');
  expect(seenOutside('running', 'crashed')).toBe('crashed');
  expect(seenOutside('stopped', 'running')).toBe('running');
  expect(seenOutside('booting', 'running')).toBe('running');
  expect(seenOutside('running', 'running')).toBeUndefined();
  expect(seenOutside('stopped', 'stopped')).toBeUndefined();
  expect(seenOutside('absent', 'absent')).toBeUndefined();
  // It is being built, and its workflow says when it runs.
  expect(seenOutside('absent', 'running')).toBeUndefined();
});

test('what ran when its host went down is started again, unless its owner stops it; what was off is left alone', () => {
  expect(seenOutside('running', 'interrupted')).toBe('interrupted');
  expect(seenOutside('booting', 'interrupted')).toBe('interrupted');
  expect(seenOutside('stopped', 'interrupted')).toBeUndefined();
  expect(seenOutside('interrupted', 'running')).toBe('running');
  expect(decidePower('interrupted', 'stop')).toBe('cut');
  expect(decidePower('interrupted', 'start')).toBe('boot');
});

test('a guest on a full disk is stalled until it runs on; its owner may only power it off or restart it', () => {
  expect(powerOf({ power: 'running', trouble: 'disk_full' })).toBe('stalled');
  expect(powerOf({ power: 'stopped', trouble: 'disk_full' })).toBe('stopped');
  for (const row of ['running', 'booting', 'unreachable'] as const) expect(seenOutside(row, 'stalled')).toBe('stalled');
  expect(seenOutside('stalled', 'stalled')).toBeUndefined();
  expect(seenOutside('stalled', 'running')).toBe('running');
  expect(seenOutside('absent', 'stalled')).toBeUndefined();
  expect(decidePower('stalled', 'start')).toBe('nothing');
  expect(decidePower('stalled', 'power-off')).toBe('cut');
});
