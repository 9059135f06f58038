import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accounts } from './operations/accounts.staff.ts';
import { OPERATIONS } from './operations.ts';
import { UpdateIpAddress } from './schemas/ip-address.ts';
import { DeployServer, RestoreServer } from './schemas/server-requests.ts';
import { check } from './validation-messages.ts';

const refused = (...input: Parameters<typeof check>) => {
  const result = check(...input);
  return result.ok ? undefined : result.errors;
};
const servers = OPERATIONS.listServers.query;
const deploy = { name: 'web-1', plan: 'vps-1', image_id: 1 };

describe('queries', () => {
  it('convert text into values and fill in defaults', () => {
    expect(check('query', servers, { page: '3', 'filter[status]': 'active,terminated' })).toEqual({
      ok: true,
      value: { page: 3, per_page: 20, 'filter[status]': ['active', 'terminated'] },
    });
    expect(check('query', servers, {})).toMatchObject({ value: { page: 1, 'filter[status]': ['active', 'suspended'] } });
  });

  it.each([
    ['0', 'Must be at least 1.'],
    ['51', 'Must be at most 50.'],
    ['x', 'Must be a whole number.'],
    ['1.5', 'Must be a whole number.'],
    ['', 'Must be a whole number.'],
    [['1', '2'], 'Must be given only once.'],
  ])('refuse per_page %j', (per_page, sentence) => {
    expect(refused('query', servers, { per_page })).toEqual({ per_page: [sentence] });
  });

  it('refuse unknown fields and values by name', () => {
    expect(refused('query', servers, { 'filter[colour]': 'red' })).toEqual({
      'filter[colour]': ['This field is unknown. Remove it.'],
    });
    expect(refused('query', servers, { 'filter[status]': 'active,gone' })).toEqual({
      'filter[status]': ['Must be one of awaiting_payment, processing, active, suspended, terminated.'],
    });
    expect(refused('query', OPERATIONS.listBackups.query, { 'filter[date]': '2026-02-30' })).toEqual({
      'filter[date]': ['Must be a date such as 2026-01-31.'],
    });
  });

  it('accept include[] once or repeated, and an empty time as null', () => {
    expect(check('query', OPERATIONS.getServer.query, { 'include[]': 'plan' })).toMatchObject({
      value: { 'include[]': ['plan'] },
    });
    expect(check('query', OPERATIONS.getServer.query, { 'include[]': ['plan', 'addons'] })).toMatchObject({ ok: true });
    expect(check('query', OPERATIONS.getServerBandwidth.query, { 'filter[start]': '', 'filter[end]': '5' })).toEqual({
      ok: true,
      value: { 'filter[start]': null, 'filter[end]': 5 },
    });
  });
});

describe('bodies', () => {
  it('report missing, unknown and wrong fields', () => {
    expect(refused('body', DeployServer, { colour: 'red', ssh_keys: [1, 'x', 0], image_id: 1, name: 'web-1' })).toEqual({
      plan: ['This field is required.'],
      colour: ['This field is unknown. Remove it.'],
      'ssh_keys.1': ['Must be a number.'],
      'ssh_keys.2': ['Must be at least 1.'],
    });
    expect(refused('body', DeployServer, 'text')).toEqual({ body: ['Must be an object.'] });
    expect(refused('body', DeployServer, undefined)).toEqual({ body: ['This field is required.'] });
  });

  it('name the field that an unknown one means, unless it was sent too', () => {
    const unknown = (field: string, sentence: string) => ({ [field]: [`This field is unknown. ${sentence}`] });
    const end = accounts.endAccount.input;
    expect(refused('body', end, { account: '7', reason: 'Spam.', after_hours: 2 })).toEqual(
      unknown('after_hours', 'Did you mean after?'),
    );
    for (const field of ['account_id', 'colour'])
      expect(refused('body', end, { account: '7', reason: 'Spam.', [field]: 2 })).toEqual(unknown(field, 'Remove it.'));
    expect(refused('query', servers, { per_pag: '20' })).toEqual(unknown('per_pag', 'Did you mean per_page?'));
    expect(
      refused('body', z.strictObject({ startup_script: z.int().optional(), of: z.strictObject({}) }), {
        of: { startup_script: 2 },
      }),
    ).toEqual(unknown('of.startup_script', 'Remove it.'));
  });

  it('require exactly one source for a new server and one copy to restore', () => {
    const sentence = 'Exactly one of image_id, snapshot_id, backup_id, primary_iso_id is required.';
    expect(refused('body', DeployServer, { name: 'web-1', plan: 'a' })).toEqual({ image_id: [sentence] });
    expect(refused('body', DeployServer, { ...deploy, backup_id: 2 })).toEqual({ image_id: [sentence] });
    expect(refused('body', RestoreServer, {})).toEqual({ backup_id: ['Exactly one of backup_id, snapshot_id is required.'] });
  });

  it.each(['web-1', 'a.b.example.com', 'x'.repeat(63), '1and1.example'])('accept the hostname %s', (name) => {
    expect(check('body', DeployServer, { ...deploy, name }).ok).toBe(true);
  });

  it.each(['', '-web', 'web-', 'a..b', 'a_b', 'a b', 'we\nb', '10.0.0.1', 'x'.repeat(64), `${'a.'.repeat(127)}a`])(
    'refuse the hostname %j',
    (name) => {
      expect(refused('body', DeployServer, { ...deploy, name })).toHaveProperty('name');
    },
  );

  it('accept up to 20 different names', () => {
    const names = Array.from({ length: 21 }, (_, i) => `web-${i}`);
    expect(check('body', DeployServer, { ...deploy, name: names.slice(1) }).ok).toBe(true);
    expect(refused('body', DeployServer, { ...deploy, name: names })).toEqual({ name: ['Must have at most 20 names.'] });
    expect(refused('body', DeployServer, { ...deploy, name: ['web', 'WEB'] })).toEqual({
      name: ['Must not contain the same name twice.'],
    });
    expect(refused('body', DeployServer, { ...deploy, name: ['ok', 'a_b'] })).toHaveProperty(['name.1']);
  });

  it('refuse control characters, which could break a line or the database', () => {
    for (const password of ['secret\nroot:x', 'secret\u0000'])
      expect(refused('body', DeployServer, { ...deploy, password })).toEqual({
        password: ['Must not contain control characters.'],
      });
  });

  it('explain an invalid union by the form that was meant', () => {
    expect(refused('body', UpdateIpAddress, { ptr: { '2001:db8::1': 'a_b' } })).toHaveProperty(['ptr.2001:db8::1']);
    expect(refused('body', UpdateIpAddress, { ptr: 3 })).toEqual({
      ptr: ['Must be a hostname, null, or an object that maps addresses to hostnames.'],
    });
  });

  it('survive hostile field names', () => {
    expect(refused('body', z.strictObject({}), JSON.parse('{"__proto__": 1, "constructor": 2}'))).toMatchObject({
      constructor: ['This field is unknown. Remove it.'],
    });
  });
});
