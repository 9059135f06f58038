import { expect, it } from 'vitest';
import { safeNext } from './next.ts';

it('returns to the requested page, but never to another host', () => {
  expect(safeNext('/servers/12?tab=usage')).toBe('/servers/12?tab=usage');
  for (const bad of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a b', 7, undefined]) {
    expect(safeNext(bad)).toBe('/servers');
  }
});

it('never returns to the sign-in pages', () => {
  expect(safeNext('/sign-in?next=/servers')).toBe('/servers');
  expect(safeNext('/enter')).toBe('/servers');
});
