import { expect, test } from 'vitest';
import type { Operation } from '../define.ts';
import { recordSurface } from './surface.ts';

const operation = (method: string, path: string, perMinute?: number): Operation =>
  ({ method, path, origin: 'ours', ...(perMinute !== undefined && { perMinute }) }) as Operation;

test('adds new operations, replaces a changed line, and keeps the line of a removed operation', () => {
  const recorded = 'GET /ice ours\nPOST /ice ours\n';
  expect(recordSurface(recorded, [operation('GET', '/frost'), operation('POST', '/ice', 5)])).toBe(
    'GET /frost ours\nGET /ice ours\nPOST /ice ours 5\n',
  );
});
