import { expect, test } from 'vitest';
import { decidePower, powerOf, reconcilePower } from './server-power.ts';

test('restarting a running server reboots it, and restarting a stopped one starts it', () => {
  expect(decidePower('running', 'restart')).toBe('reboot');
  expect(decidePower('stopped', 'restart')).toBe('boot');
  expect(decidePower('crashed', 'restart')).toBe('boot');
});

test('does nothing if the requested state is already reached', () => {
  expect(decidePower('running', 'start')).toBe('nothing');
  expect(decidePower('stopped', 'stop')).toBe('nothing');
  expect(decidePower('stopped', 'power-off')).toBe('nothing');
});

test('a server without a guest allows no power action', () => {
  for (const verb of ['start', 'restart', 'stop', 'power-off'] as const) expect(decidePower('absent', verb)).toBeUndefined();
});

test('an observed change updates the row, and an unchanged state does not', () => {
  expect(reconcilePower('running', 'stopped')).toBe('stopped');
  expect(reconcilePower('running', 'crashed')).toBe('crashed');
  expect(reconcilePower('stopped', 'running')).toBe('running');
  expect(reconcilePower('booting', 'running')).toBe('running');
  expect(reconcilePower('running', 'running')).toBeUndefined();
  expect(reconcilePower('stopped', 'stopped')).toBeUndefined();
  expect(reconcilePower('absent', 'absent')).toBeUndefined();
  // The server is being built, and its workflow sets the state.
  expect(reconcilePower('absent', 'running')).toBeUndefined();
});

test('a server that ran when its host went down is restarted unless its owner stops it; others stay off', () => {
  expect(reconcilePower('running', 'interrupted')).toBe('interrupted');
  expect(reconcilePower('booting', 'interrupted')).toBe('interrupted');
  expect(reconcilePower('stopped', 'interrupted')).toBeUndefined();
  expect(reconcilePower('interrupted', 'running')).toBe('running');
  expect(decidePower('interrupted', 'stop')).toBe('cut');
  expect(decidePower('interrupted', 'start')).toBe('boot');
});

test('a guest on a full disk is stalled until it resumes; its owner can only power it off or restart it', () => {
  expect(powerOf({ power: 'running', trouble: 'disk_full' })).toBe('stalled');
  expect(powerOf({ power: 'stopped', trouble: 'disk_full' })).toBe('stopped');
  for (const row of ['running', 'booting', 'unreachable'] as const) expect(reconcilePower(row, 'stalled')).toBe('stalled');
  expect(reconcilePower('stalled', 'stalled')).toBeUndefined();
  expect(reconcilePower('stalled', 'running')).toBe('running');
  expect(reconcilePower('absent', 'stalled')).toBeUndefined();
  expect(decidePower('stalled', 'start')).toBe('nothing');
  expect(decidePower('stalled', 'power-off')).toBe('cut');
});
