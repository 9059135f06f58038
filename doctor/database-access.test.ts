import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openTestDatabase } from '@innkeeper/lab/database';
import { expect, onTestFinished, test } from 'vitest';
import { explainNoAccess } from './database-access.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['28000', 'role "innkeeper_node_b" is not permitted to log in', 'the database shuts this host out', 'alter role … login'],
  ['28P01', 'password authentication failed', 'the database refuses the password of this host', 'database.url_file'],
  ['42501', 'permission denied for table nodes', 'has not the rights of a worker', 'grant innkeeper_worker'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.5:5432', 'the database does not answer', 'check its server'],
])('%s says what happened and what to do', (code, message, why, remedy) => {
  const finding = explainNoAccess(failure(code, message));
  expect(finding).toMatchObject({ name: 'database', ok: false, remedy: expect.stringContaining(remedy) });
  expect(finding?.why).toContain(why);
  expect(finding?.why).toContain(message);
});

test('no address of a name that answers is named by the errors of all', () => {
  const error = new AggregateError([failure('ECONNREFUSED', 'connect ::1'), failure('ECONNREFUSED', 'connect 127.0.0.1')]);
  expect(explainNoAccess(error)?.why).toBe('the database does not answer: connect ::1; connect 127.0.0.1');
});

test('another error is none of these', () => {
  for (const error of [failure('42P01', 'relation does not exist'), new TypeError('x is undefined')])
    expect(explainNoAccess(error)).toBeNull();
});

test('a real database refuses another role at the login, and the API for its rights', async () => {
  const { url, close } = await openTestDatabase();
  onTestFinished(close);
  const refusalOf = async (role: string) => {
    const own = openDatabase({ url: asRole(url, role), max: 1 });
    const error = await own.db
      .selectFrom('node_links')
      .select('node_id')
      .execute()
      .catch((reason: unknown) => reason);
    await own.close();
    return explainNoAccess(error)?.why;
  };
  expect(await refusalOf(WORKER_ROLE)).toBeUndefined();
  expect(await refusalOf(API_ROLE)).toBe(
    'the role of this host has not the rights of a worker: permission denied for table node_links',
  );
  expect(await refusalOf('innkeeper_node_b')).toMatch(/^the database shuts this host out: .*innkeeper_node_b/);
});
