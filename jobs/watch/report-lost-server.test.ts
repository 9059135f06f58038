import { audit } from '@innkeeper/domain/audit';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenJobCx, givenOperatorCx } from '@innkeeper/lab/given-cx';
import { openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { observeServer } from './observe-server.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab(['one']);
});
afterAll(() => lab.close());

/** Observes a running server without a machine, and returns its automatic renewal, its alert and its audit lines. */
async function observeLost({ changedDaysAgo, restoredDaysAgo }: { changedDaysAgo: number; restoredDaysAgo?: number }) {
  const [given] = lab.nodes;
  if (!given) throw new Error('the lab has a node');
  const [nodeId, { engine, name }] = given;
  const now = new Date('2027-03-31T12:00:00Z');
  const ago = (n: number) => new Date(now.getTime() - days(n));
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: nodeId });
  await lab.db.updateTable('services').set({ auto_renew: true }).where('id', '=', id).execute();
  await sql`alter table server_details disable trigger user`.execute(lab.db);
  await lab.db
    .updateTable('server_details')
    .set({ updated_at: ago(changedDaysAgo) })
    .where('id', '=', id)
    .execute();
  await sql`alter table server_details enable trigger user`.execute(lab.db);
  if (restoredDaysAgo !== undefined) {
    const clock = { now: () => ago(restoredDaysAgo) };
    await lab.db.transaction().execute((trx) => audit({ ...givenOperatorCx(trx), clock }, 'restore.finished', null));
  }
  await observeServer(
    { ...givenJobCx(lab.db, { clock: { now: () => now } }), engine, node: { id: nodeId, name }, log: SILENT_LOG },
    id,
  );
  const server = await lab.db.selectFrom('servers').select(['auto_renew', 'power']).where('id', '=', id).executeTakeFirst();
  const alerts = await lab.db.selectFrom('operator_alerts').select(['kind', 'message']).where('resource_id', '=', id).execute();
  const lines = await lab.db.selectFrom('audit_log').select('action').where('account_id', '=', accountId).execute();
  return { server, alerts, actions: lines.map(({ action }) => action) };
}

test('without a restore, a lost server keeps its automatic renewal, because its disk may only be unmounted', async () => {
  const { server, alerts, actions } = await observeLost({ changedDaysAgo: 1 });
  expect(server).toEqual({ auto_renew: true, power: 'absent' });
  expect(alerts).toEqual([{ kind: 'server_lost', message: expect.not.stringContaining('renewal') }]);
  expect(actions).not.toContain('restore.server-lost');
});

test('a week after a restore, a lost server keeps its automatic renewal until a person has looked at its node', async () => {
  const { server } = await observeLost({ changedDaysAgo: 10, restoredDaysAgo: 8 });
  expect(server).toEqual({ auto_renew: true, power: 'absent' });
});

test('a server that nothing changed since a restore may have been terminated, so its automatic renewal is turned off', async () => {
  const { server, alerts, actions } = await observeLost({ changedDaysAgo: 3, restoredDaysAgo: 2 });
  expect(server).toEqual({ auto_renew: false, power: 'absent' });
  expect(alerts).toEqual([{ kind: 'server_lost', message: expect.stringContaining('Its automatic renewal is off.') }]);
  expect(actions).toContain('restore.server-lost');
});

test('a server that was changed since the restore keeps its automatic renewal', async () => {
  expect((await observeLost({ changedDaysAgo: 1, restoredDaysAgo: 2 })).server).toMatchObject({ auto_renew: true });
});
