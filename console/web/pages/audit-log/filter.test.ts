import { expect, it } from 'vitest';
import { queryOf, readFilter, titleOfAction, writeFilter } from './filter.ts';

const NONE = { action: undefined, user: undefined, kind: undefined, id: undefined };

it('reads its own URL parameters, and ignores invalid ones', () => {
  const filter = { action: 'restartServer', user: 3, kind: 'server', id: 12, period: '90' } as const;
  expect(writeFilter(filter)).toEqual({ action: 'restartServer', user: '3', kind: 'server', id: '12', period: '90' });
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(readFilter({ action: '<script>', user: '-1', id: '12', period: 'year' })).toEqual({ ...NONE, period: '30' });
});

it('queries a period by its start', () => {
  const now = Date.parse('2027-01-31T00:00:00Z');
  expect(queryOf({ ...NONE, kind: 'server', id: 12, period: '30' }, now)).toEqual({
    ...{
      'filter[resource_kind]': 'server',
      'filter[resource_id]': 12,
      'filter[start]': Date.parse('2027-01-01T00:00:00Z') / 1_000,
    },
  });
  expect(queryOf({ ...NONE, period: 'all' }, now)).toEqual({ 'filter[start]': 0 });
});

it('shows actions as readable text', () => {
  expect(titleOfAction('restartServer')).toBe('Restart server');
  expect(titleOfAction('server.restart.done')).toBe('Server restart: done');
  expect(titleOfAction('floating_ip.attach')).toBe('Floating ip attach');
  expect(titleOfAction('createSession.refused')).toBe('Create session refused');
});
