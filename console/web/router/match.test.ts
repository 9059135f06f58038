import { describe, expect, it } from 'vitest';
import { isCurrent, matchPath, writeSearch } from './match.ts';

describe('matchPath', () => {
  it('takes parameters of a path, decoded', () => {
    expect(matchPath('/servers/:id/screen', '/servers/12/screen')).toEqual({ id: '12' });
    expect(matchPath('/orders/:id', '/orders/a%20b/')).toEqual({ id: 'a b' });
    expect(matchPath('/', '/')).toEqual({});
  });

  it('matches whole paths only', () => {
    expect(matchPath('/servers', '/servers/12')).toBeUndefined();
    expect(matchPath('/servers/:id', '/servers')).toBeUndefined();
    expect(matchPath('/servers', '/server')).toBeUndefined();
  });

  it('takes no path that cannot be decoded', () => {
    expect(matchPath('/orders/:id', '/orders/%E0%A4%A')).toBeUndefined();
  });
});

describe('isCurrent', () => {
  it('marks the page itself, and the place above it', () => {
    expect(isCurrent('/servers', '/servers/12', false)).toBe(true);
    expect(isCurrent('/servers', '/servers/12', true)).toBe(false);
    expect(isCurrent('/servers?view=all', '/servers', true)).toBe(true);
    expect(isCurrent('/server', '/servers', false)).toBe(false);
  });
});

it('writes only fields that say something', () => {
  expect(writeSearch({ q: 'a b', view: undefined, sort: '' })).toBe('?q=a+b');
  expect(writeSearch({})).toBe('');
});
