import { describe, expect, it } from 'vitest';
import { isCurrent, matchPath, writeSearch } from './match.ts';

describe('matchPath', () => {
  it('returns decoded parameters of a path', () => {
    expect(matchPath('/servers/:id/screen', '/servers/12/screen')).toEqual({ id: '12' });
    expect(matchPath('/views/:name', '/views/a%20b/')).toEqual({ name: 'a b' });
    expect(matchPath('/', '/')).toEqual({});
  });

  it('matches whole paths only', () => {
    expect(matchPath('/servers', '/servers/12')).toBeUndefined();
    expect(matchPath('/servers/:id', '/servers')).toBeUndefined();
    expect(matchPath('/servers', '/server')).toBeUndefined();
  });

  it('does not match a path that cannot be decoded', () => {
    expect(matchPath('/views/:name', '/views/%E0%A4%A')).toBeUndefined();
  });
});

it.each(['abc', '0', '-1', '1.5', '1e3', '9'.repeat(16)])('does not match an id that is not a positive integer: %s', (id) => {
  expect(matchPath('/servers/:id', `/servers/${id}`)).toBeUndefined();
});

describe('isCurrent', () => {
  it('marks the page itself and its parent', () => {
    expect(isCurrent('/servers', '/servers/12', false)).toBe(true);
    expect(isCurrent('/servers', '/servers/12', true)).toBe(false);
    expect(isCurrent('/servers?view=all', '/servers', true)).toBe(true);
    expect(isCurrent('/server', '/servers', false)).toBe(false);
  });
});

it('writes only fields that have a value', () => {
  expect(writeSearch({ q: 'a b', view: undefined, sort: '' })).toBe('?q=a+b');
  expect(writeSearch({})).toBe('');
});
