import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

const file = path.join(os.tmpdir(), `innkeeper-provider-secret-${process.pid}`);
let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  await writeFile(file, 'of the staff\n');
});
afterAll(async () => {
  await lab.close();
  await rm(file);
});

const GOOD = {
  ...{
    issuer: 'https://login.example.com',
    client_id: 'host',
    client_secret_file: file,
    redirect_url: 'https://panel.example.com/',
  },
  ...{ trusted_amr: ['mfa'], groups_claim: 'groups', groups: ['admins=owner', 'helpdesk=support'] },
};

test('setProvider, showProvider and removeProvider: seals the secret, which is optional if the client stays', async () => {
  expect(await operator.run('showProvider')).toEqual({ provider: null });
  const { client_secret_file: _file, ...without } = GOOD;
  await expect(operator.run('setProvider', without)).rejects.toMatchObject({ code: 'validation' });
  const set = await operator.run('setProvider', GOOD);
  expect(set.provider).toMatchObject({ issuer: GOOD.issuer, groups: GOOD.groups, trusted_acr: [], trust_email: false });
  const trusting = await operator.run('setProvider', { ...GOOD, trust_email: true });
  expect(trusting.provider?.trust_email).toBe(true);
  expect((await operator.run('setProvider', { ...without, groups: [] })).provider?.groups).toEqual([]);
  await expect(operator.run('setProvider', { ...without, client_id: 'other' })).rejects.toMatchObject({ code: 'validation' });
  const rows = await lab.db.selectFrom('staff_identity_provider').select('client_secret').execute();
  const lines = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'setProvider').execute();
  expect(JSON.stringify([lines, rows.map(({ client_secret }) => client_secret.toString('latin1'))])).not.toContain(
    'of the staff',
  );
  expect(await operator.run('removeProvider')).toEqual({ provider: null });
  await expect(operator.run('removeProvider')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  [{ issuer: 'http://login.example.com' }, /https/],
  [{ issuer: 'https://10.0.0.1' }, /not public/],
  [{ redirect_url: 'http://panel.example.com/' }, /https/],
  [{ trusted_amr: [] }, /second factor/],
  [{ groups_claim: undefined }, /claim/],
  [{ groups: ['admins=owner', 'admins=support'] }, /one role/],
  [{ groups: ['admins'] }, /group and a role/],
])('setProvider refuses %j', async (more, message) => {
  await expect(operator.run('setProvider', { ...GOOD, ...more })).rejects.toThrow(message);
});
