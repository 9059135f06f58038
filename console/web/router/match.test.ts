import { describe, expect, it } from 'vitest';
import { isCurrent, matchPath, writeSearch } from './match.ts';

describe('matchPath', () => {
  it('takes parameters of a path, decoded', () => {
    expect(matchPath('/servers/:id/screen', '/servers/12/screen')).toEqual({ id: '12' });
    expect(matchPath('/views/:name', '/views/a%20b/')).toEqual({ name: 'a b' });
    expect(matchPath('/', '/')).toEqual({});
  });

  it('matches whole paths only', () => {
    expect(matchPath('/servers', '/servers/12')).toBeUndefined();
    expect(matchPath('/servers/:id', '/servers')).toBeUndefined();
    expect(matchPath('/servers', '/server')).toBeUndefined();
  });

  it('takes no path that cannot be decoded', () => {
    expect(matchPath('/views/:name', '/views/%E0%A4%A')).toBeUndefined();
  });
});

it.each(['abc', '0', '-1', '1.5', '1e3', '9'.repeat(16)])('takes no id that is no whole number from 1: %s', (id) => {
  expect(matchPath('/servers/:id', `/servers/${id}`)).toBeUndefined();
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
