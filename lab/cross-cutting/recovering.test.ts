/**
 * An installation that recovers from a restore: every read of a customer's token is answered as before. Every change, and whatever a session
 * or the staff asks for, is refused with 503 `recovering`. Nothing is written.
 */
import { randomUUID } from 'node:crypto';
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { OPERATOR_ROUTES } from '@innkeeper/contract/operator/routes';
import { STAFF_SESSION_NAMES, staffSessionEntryOf } from '@innkeeper/contract/operator/sessions';
import { openRecovery } from '@innkeeper/db/recovery';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Lab, openLab } from '../app.ts';
import { digestRows } from '../digest-rows.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff, givenStaffSession } from '../given-staff.ts';
import { givenSupportAccess } from '../given-support-access.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

const NOW = new Date();
const clock = { now: () => NOW };
const BACKUP = { backup: 'house-20270310T031500Z.tar.zst.age', takenAt: NOW, now: NOW };
const REFUSED = { status: 503, body: { code: 'recovering' }, headers: { 'retry-after': '300' } };

let setup: Setup;
/** The API as it starts after the restore. */
let restored: Lab;
let owner: string;
let browser: Record<string, string>;
let staffBrowser: Record<string, string>;
let support: string;
let supportBefore: Answer;
const before = new Map<string, unknown>();
let rows: Record<string, string>;

/** A download is recorded in the audit log. */
const isRead = (name: OperationName, method: string) => method === 'GET' && name !== 'downloadAccountExport';
const reads = operations(({ method }, name) => isRead(name, method));
const changes = operations(({ method }, name) => !isRead(name, method));
/** A secret that is made for each request. */
const RANDOM = new Set(['getTwoFactorSecret']);

const staffUrl = (path: string) => `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
const asOwner = ({ method, path }: { method: InjectOptions['method']; path: string }): InjectOptions => ({
  method,
  url: staffUrl(path),
  headers: { authorization: `Bearer ${owner}`, 'idempotency-key': randomUUID() },
});
/** Picks the parts of an answer that do not depend on the time of the request. */
const lasting = ({ status, body, text, headers }: Answer) => {
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  return { status, said: status >= 400 ? body?.code : isStream ? 'stream' : (body ?? text.length) };
};

beforeAll(async () => {
  setup = await openSetup({ clock });
  const { lab, me } = setup;
  const person = await givenStaff(lab.db, { role: 'owner' });
  owner = person.token;
  browser = (await givenSession(lab.db, me)).headers;
  staffBrowser = (await givenStaffSession(lab.db, person)).headers;
  support = (await givenSupportAccess(lab.db, { accountId: me.accountId, staffId: person.id })).token;
  for (const { name } of reads) before.set(name, lasting(await lab.send(requestFor(name, me))));
  supportBefore = await lab.send({ ...requestFor('listServers', me), headers: { authorization: `Bearer ${support}` } });
  // Ends the notes of used tokens, which are written in the background.
  await lab.app.close();
  await beginRecovering(lab.db, BACKUP);
  rows = await digestRows(lab.db);
  const { db, pool, url, attachments, accountExports } = lab;
  restored = await openLab({
    clock,
    database: { db, pool, url, close: async () => {} },
    recovery: openRecovery(),
    attachments: openAttachmentDirectory(attachments),
    accountExports: openAttachmentDirectory(accountExports),
  });
  // Its first connection has read the row.
  await restored.api.db.selectFrom('countries').select('id').limit(1).execute();
});
afterAll(async () => {
  await restored.close();
  await setup.lab.close();
});

describe.each(reads)('$name', ({ name }) => {
  it('answers a token as before, and refuses a session', async () => {
    const found = lasting(await restored.send(requestFor(name, setup.me)));
    expect(RANDOM.has(name) ? { ...found, said: expect.anything() } : found).toEqual(before.get(name));
    const { headers: _token, ...bare } = requestFor(name, setup.me);
    const answer = await restored.send({ ...bare, headers: browser });
    const isAnonymous = operations((entry, other) => other === name && entry.anonymous === true).length > 0;
    expect(answer).toMatchObject(isAnonymous ? { status: expect.any(Number) } : REFUSED);
  });
});

describe.each(changes)('$name', ({ name }) => {
  it('is refused to every caller', async () => {
    const request = requestFor(name, setup.me);
    const { headers = {}, ...bare } = request;
    const { authorization: _token, ...rest } = headers as Record<string, string>;
    const keyed = { 'idempotency-key': randomUUID() };
    const askers = [
      { ...request, headers: { ...headers, ...keyed } },
      { ...bare, headers: { ...rest, ...browser, ...keyed } },
      // Before anything else is said of them.
      ...(operationOf(name).method === 'GET'
        ? []
        : [
            { ...bare, headers: rest },
            { ...bare, headers: { ...rest, authorization: `Bearer ${support}`, ...keyed } },
          ]),
    ];
    for (const sent of askers) expect(await restored.send(sent)).toMatchObject(REFUSED);
  });
});

it('a support access cannot read, since its staff member or consent may have ended after the backup', async () => {
  const { headers: _token, ...bare } = requestFor('listServers', setup.me);
  const asked = { ...bare, headers: { authorization: `Bearer ${support}` } };
  expect(supportBefore).toMatchObject({ status: 200 });
  expect(await restored.send(asked)).toMatchObject(REFUSED);
});

it.each([...OPERATOR_ROUTES, ...STAFF_SESSION_NAMES.map(staffSessionEntryOf)])(
  '$method $path is refused to the staff',
  async (route) => {
    expect(await restored.send(asOwner(route))).toMatchObject(REFUSED);
    expect(await restored.send({ method: route.method, url: staffUrl(route.path), headers: staffBrowser })).toMatchObject(
      REFUSED,
    );
  },
);

it.each<InjectOptions>([
  { method: 'POST', url: '/webhooks/stripe', payload: {} },
  { method: 'POST', url: '/v1/console/secret/renew' },
  { method: 'GET', url: '/v1/console/secret' },
])('$method $url is refused', async (request) => {
  expect(await restored.send(request)).toMatchObject(REFUSED);
});

it('the readiness check for monitoring succeeds', async () => {
  expect(await restored.send({ method: 'GET', url: '/readyz' })).toMatchObject({ status: 200 });
});

it('nothing was written during recovery, and changes succeed again after it', async () => {
  expect(await digestRows(setup.lab.db)).toEqual(rows);
  const request = requestFor('createFirewall', setup.me, { body: { name: 'new' }, headers: { 'idempotency-key': 'kept' } });
  expect(await restored.send(request)).toMatchObject(REFUSED);
  await endRecovering(setup.lab.db);
  // A connection of the API reads the row before each use.
  await restored.api.db.selectFrom('countries').select('id').limit(1).execute();
  expect(await restored.send(request)).toMatchObject({ status: 201 });
});
