import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ignoreLostOutput } from './lost-output.ts';

test('a full disk and a broken pipe are ignored, other errors of the output are thrown', () => {
  const output = new EventEmitter();
  ignoreLostOutput(output);
  const fail = (code: string) => () => output.emit('error', Object.assign(new Error(code), { code }));
  for (const code of ['ENOSPC', 'EDQUOT', 'EPIPE']) expect(fail(code)).not.toThrow();
  expect(fail('EIO')).toThrow('EIO');
});
