import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { followSpace } from './space.ts';

test('follows the messages about the space, and ignores others', () => {
  const messages = new EventEmitter() as unknown as Pick<NodeJS.Process, 'on'> & EventEmitter;
  const current = followSpace(messages);
  expect(current()).toBeNull();
  messages.emit('message', { kind: 'space', space: { state: 'low', freeBytes: 7 } });
  for (const other of [null, 'space', {}, { kind: 'configuration', space: { state: 'ample' } }]) messages.emit('message', other);
  expect(current()).toEqual({ state: 'low', freeBytes: 7 });
  messages.emit('message', { kind: 'space', space: { state: 'ample', freeBytes: 9 } });
  expect(current()?.state).toBe('ample');
});
