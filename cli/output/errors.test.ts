import { expect, test } from 'vitest';
import { toCommandFailure } from './errors.ts';

test('a full disk is a sentence for the operator, not an internal error', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const stderr = 'innkeeper: The disk is full: ENOSPC: no space left on device, write. Free some space first.\n';
  expect(toCommandFailure(error, { json: false })).toEqual({ exitCode: 1, stderr });
  expect(JSON.parse(toCommandFailure(error, { json: true }).stderr)).toMatchObject({ code: 'refused' });
});
