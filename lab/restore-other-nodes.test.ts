/**
 * Tests a restore with several nodes. Guests of a node that was away are newer than their rows, and stay unchanged when its
 * worker is back.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectFindings } from '@innkeeper/cli/restore/find';
import { finishRestore } from '@innkeeper/cli/restore/finish-restore';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { beginRecovering } from '@innkeeper/db/tables/recovering';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { observeGuests } from '@innkeeper/jobs/watch/observe';
import { formatPlan } from '@innkeeper/model/recovery/restore-plan';
import { systemClock } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAccount, givenNode, givenServer } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { givenMachine } from './given-machine.ts';
import { NODE, openRestorableInstallation, type RestorableInstallation } from './restore/installation.ts';

const BACKUP = 'house-20260101T000000Z.tar.zst.age';
/** Server of a machine that no row of the backup has. */
const UNKNOWN = 4711;

let house: RestorableInstallation;
let other: { home: string; engine: Engine };
beforeAll(async () => {
  house = await openRestorableInstallation();
  const home = join(house.home, 'node-2');
  await mkdir(home);
  other = { home, engine: await openOther(home) };
});
afterAll(async () => {
  await closeOther(other.engine);
  await house.close();
});

async function openOther(home: string): Promise<Engine> {
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}

async function closeOther(engine: Engine): Promise<void> {
  await engine.compute.close();
  await engine.network.close();
}

/** Power and disk of each machine of the other node. */
async function machinesThere(): Promise<unknown> {
  const directory = join(other.home, 'simulated-machines');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted();
  const machines = names.map(async (name) => {
    const { power, disk } = JSON.parse(await readFile(join(directory, name), 'utf8')) as { power: string; disk: unknown };
    return { name, power, disk };
  });
  return Promise.all(machines);
}

test('the worker of a node that was away during the restore leaves newer guests unchanged, and reports them', async () => {
  const at = await house.open('today');
  const { db } = at;
  const here = await givenNode(db, { name: NODE });
  const there = await givenNode(db, { name: 'node-2' });
  const { accountId } = await givenAccount(db);
  const kept = await givenServer(db, { accountId, node_id: there });
  const moved = await givenServer(db, { accountId, node_id: here });
  const ended = await givenServer(db, { accountId, node_id: there });
  const moving = await givenServer(db, { accountId, node_id: there });
  const move = await db.transaction().execute((trx) => {
    const input = { from: here, to: there, leaveCopies: false };
    return startWorkflow({ ...givenJobCx(db), db: trx }, 'server.migrate', { id: moving, account_id: accountId }, input);
  });
  for (const id of [kept, moved, moving, UNKNOWN]) await other.engine.compute.start(await givenMachine(other.engine, id));
  const before = await machinesThere();
  await beginRecovering(db, { backup: BACKUP, takenAt: new Date(), now: new Date() });

  const place = house.place(db, systemClock);
  const findings = await collectFindings(place);
  expect(findings.join('\n')).toContain(
    'other nodes have machines that are not seen from here, so their newer addresses are not kept back: node-2',
  );
  const accept = formatPlan(findings, { backup: BACKUP, at: new Date() });
  const done = await finishRestore(place, { accept, endTokens: false });
  // This node's own server is lost here. Those of the other node were not looked at.
  expect(done.lost.map(({ id }) => id)).toEqual([moved]);
  // The server may have moved back after the backup, and the end of its move would remove it.
  expect((await openAlerts(db)).find(({ key }) => key === `workflow:${move}`)?.message).toContain(
    'See what is there now. The workflow removes the machine on the old node of the server, so see first that the server has not come back there. Continue it with',
  );

  await closeOther(other.engine);
  other.engine = await openOther(other.home);
  const worker = await at.work();
  await observeGuests({ ...givenJobCx(db), engine: other.engine, node: { id: there, name: 'node-2' }, log: SILENT_LOG });
  await worker.idle();
  expect(await machinesThere()).toEqual(before);
  const alerts = (await openAlerts(db)).map(({ kind, key }) => `${kind} ${key}`);
  expect(alerts.filter((one) => one.startsWith('guest') || one.startsWith('server')).toSorted()).toEqual(
    [
      `guest_unknown node-2/server:${UNKNOWN}`,
      `guest_unknown node-2/server:${moved}`,
      `server_lost server:${ended}`,
      `server_lost server:${moved}`,
    ].toSorted(),
  );
  await at.close();
});
