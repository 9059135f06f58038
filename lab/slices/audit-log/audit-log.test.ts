import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount, givenServer } from '../../given.ts';
import { openOperator } from '../../operator.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ openBucket: () => () => ({ limit: 1000, remaining: 999 }) });
});
afterAll(() => lab.close());

/** Inserts an account with audit lines of a customer and of the operator. */
async function given() {
  const me = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: me.accountId });
  await lab.call('updateUser', { body: { city: 'Vienna' } }, me);
  await openOperator(lab).run('suspendAccount', { account: String(me.accountId), reason: 'looks odd to us' });
  await openOperator(lab).run('resumeAccount', { account: String(me.accountId) });
  await lab.call('stopServer', { params: { id: server } }, me);
  return { me, server };
}

const list = async (who: { token: string }, query: Record<string, string | number> = {}) =>
  (await lab.call('listAuditLog', { query }, who)).body;
const actions = (body: { data: { action: string }[] }) => body.data.map(({ action }) => action);

test('an account reads its own audit lines, newest first, and none of another account', async () => {
  const { me, server } = await given();
  await given();
  const { data, meta } = await list(me);
  expect(meta.total).toBe(data.length);
  expect(actions({ data })).toEqual(['stopServer', 'resumeAccount', 'suspendAccount', 'updateUser']);
  const [stopped, , , updated] = data;
  const user = { id: me.userId, email: me.email };
  expect(stopped).toMatchObject({ actor: { kind: 'token', id: me.tokenId }, user, resource: { kind: 'server', id: server } });
  expect(stopped.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(updated.details)).toEqual({ changed: ['city'] });
  expect(updated).toMatchObject({ resource: { kind: 'account', id: me.accountId } });
});

test('lines of the operator are shown without reasons and names', async () => {
  const { me } = await given();
  const suspended = (await list(me)).data[2];
  expect(suspended).toMatchObject({ action: 'suspendAccount', actor: { kind: 'operator', id: null }, user: null, details: null });
  for (const name of ['listAuditLog', 'exportAuditLog'] as const)
    expect((await lab.call(name, {}, me)).text).not.toContain('odd');
});

test('filters by action, user, resource and period', async () => {
  const { me, server } = await given();
  expect(actions(await list(me, { 'filter[action]': 'updateUser' }))).toEqual(['updateUser']);
  expect(actions(await list(me, { 'filter[user_id]': me.userId }))).toEqual(['stopServer', 'updateUser']);
  const about = { 'filter[resource_kind]': 'server', 'filter[resource_id]': server };
  expect(actions(await list(me, about))).toEqual(['stopServer']);
  const now = Math.floor(Date.now() / 1000);
  expect(actions(await list(me, { 'filter[start]': now + 60 }))).toEqual([]);
  expect(actions(await list(me, { 'filter[end]': now - 60 }))).toEqual([]);
  expect(actions(await list(me, { 'filter[start]': now - 60, 'filter[end]': now + 60 }))).toHaveLength(4);
  const wrong = await lab.call('listAuditLog', { query: { 'filter[start]': 2, 'filter[end]': 1 } }, me);
  expect(wrong).toMatchObject({ status: 422, body: { errors: { 'filter[start]': [expect.any(String)] } } });
  expect(actions(await list(me, { 'filter[resource_kind]': 'server' }))).toEqual(['stopServer']);
  for (const name of ['listAuditLog', 'exportAuditLog'] as const) {
    const without = await lab.call(name, { query: { 'filter[resource_id]': server } }, me);
    expect(without).toMatchObject({ status: 422, body: { errors: { 'filter[resource_kind]': [expect.any(String)] } } });
  }
});

test('returns the last 30 days unless a period is given', async () => {
  const later = await openLab({
    database: { ...lab, close: async () => {} },
    clock: { now: () => new Date(Date.now() + 31 * 86_400_000) },
  });
  try {
    const { me } = await given();
    expect((await later.call('listAuditLog', {}, me)).body.data).toEqual([]);
    expect((await later.call('listAuditLog', { query: { 'filter[start]': 0 } }, me)).body.data).toHaveLength(4);
  } finally {
    await later.close();
  }
});

test('exports any number of lines as CSV, oldest first, with the same filters', async () => {
  const { me } = await given();
  const header = 'id,at,action,actor_kind,actor_id,actor_name,user_id,user_email,resource_kind,resource_id,request_id,details';
  const { headers, text } = await lab.call('exportAuditLog', { query: { 'filter[action]': 'updateUser' } }, me);
  expect(headers).toMatchObject({ 'content-disposition': 'attachment; filename="audit-log.csv"' });
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toBe(header);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,updateUser,token,${me.tokenId},,${me.userId},${me.email},account,${me.accountId},`);
  expect(lines[1]).toContain('{""changed"":[""city""]}');

  const line = { account_id: me.accountId, actor_kind: 'job', actor_name: 'given', action: 'many' } as const;
  await lab.db
    .insertInto('audit_log')
    .values(Array.from({ length: 2_100 }, () => line))
    .execute();
  const all = (await lab.call('exportAuditLog', {}, me)).text.trimEnd().split('\r\n').slice(1);
  const ids = all.map((one) => Number(one.split(',')[0]));
  expect(ids).toHaveLength(2_104);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});
