/**
 * Records who may use which route: every route of customers and staff for every kind of caller, with status and code. The recorded file is
 * not made from the entries, so it shows a change of rights that an edit of the entries caused.
 *
 * Each request has an unknown query parameter, which is refused after authorization (422), so nothing changes. `npx vitest run
 * lab/cross-cutting/rights -u` writes the files. Read their difference afterwards.
 */
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { OPERATOR_OPERATION_NAMES } from '@innkeeper/contract/operator/all';
import { OPERATOR_ROUTES } from '@innkeeper/contract/operator/routes';
import { STAFF_SESSION_NAMES, staffSessionEntryOf } from '@innkeeper/contract/operator/sessions';
import { createToken } from '@innkeeper/db/tables/tokens';
import { ROLES } from '@innkeeper/model/people/roles';
import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenMember, userOfMember } from '../given-members.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff, givenStaffSession } from '../given-staff.ts';
import { givenSupportAccess } from '../given-support-access.ts';
import { openSetup, paramsOf, type Setup } from './setup.ts';

type Headers = Record<string, string>;

let setup: Setup;
/** Headers by caller, in the order of the columns. */
const callers = new Map<string, Headers>();

beforeAll(async () => {
  setup = await openSetup();
  const { lab, me } = setup;
  const { db } = lab;
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
  const old = { authenticated_at: new Date(Date.now() - minutes(16)) };
  callers.set('none', {});
  for (const role of ROLES) {
    const user = role === 'owner' ? me : await userOfMember(db, await givenMember(db, { accountId: me.accountId, role }));
    const of = { accountId: me.accountId, userId: user.userId, name: 'given' };
    callers.set(role, bearer((await createToken(db, { ...of, abilities: ['read', 'write', 'account'] })).token));
  }
  callers.set('reads', bearer((await createToken(db, { ...me, name: 'given', abilities: ['read'] })).token));
  const ofServer = { ...me, name: 'given', abilities: ['write', 'account'] as const, servers: [me.has.server] };
  callers.set('of server', bearer((await createToken(db, { ...ofServer, abilities: [...ofServer.abilities] })).token));
  callers.set('session', (await givenSession(db, me)).headers);
  const late = await givenSession(db, me);
  await db.updateTable('sessions').set(old).where('id', '=', late.id).execute();
  callers.set('old session', late.headers);
  const { id: staffId } = await givenStaff(db, { role: 'support' });
  for (const scope of ['read', 'write'] as const)
    callers.set(`support ${scope}`, bearer((await givenSupportAccess(db, { accountId: me.accountId, staffId, scope })).token));
  for (const role of STAFF_ROLES) callers.set(`staff ${role}`, bearer((await givenStaff(db, { role })).token));
  const owner = await givenStaff(db, { role: 'owner' });
  callers.set('staff session', (await givenStaffSession(db, owner)).headers);
  const unproven = await givenStaffSession(db, owner);
  await db.updateTable('staff_tokens').set(old).where('id', '=', unproven.id).execute();
  callers.set('old staff session', unproven.headers);
});
afterAll(() => setup.lab.close());

/** Returns all routes, with paths that name the account's own resources. */
function routes(): { method: string; path: string; url: string }[] {
  const ofCustomers = OPERATION_NAMES.map((name) => {
    const operation = operationOf(name);
    const params: Readonly<Record<string, unknown>> = paramsOf(operation, setup.me);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(params[param] ?? 1));
    return { method: operation.method, path: operation.path, url };
  });
  const ofStaff = [...OPERATOR_ROUTES, ...STAFF_SESSION_NAMES.map(staffSessionEntryOf)].map(({ method, path }) => {
    return { method, path, url: path.replaceAll(/\{\w+\}/g, '1') };
  });
  return [...ofCustomers, ...ofStaff].toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}

it('every operation has the name and the route as recorded', async () => {
  const ofStaff = OPERATOR_OPERATION_NAMES.map((name) => {
    const route = OPERATOR_ROUTES.find((one) => one.name === name);
    return `${name}: ${route ? `${route.method} ${route.path}` : 'on the host only'}`;
  });
  const lines = [
    ...OPERATION_NAMES.map((name) => `${name}: ${operationOf(name).method} ${operationOf(name).path}`),
    ...[
      ...ofStaff,
      ...STAFF_SESSION_NAMES.map((name) => `${name}: ${staffSessionEntryOf(name).method} ${staffSessionEntryOf(name).path}`),
    ],
  ];
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('entries.txt');
});

it('every caller may use the same routes as recorded', async () => {
  const lines: string[] = [];
  for (const { method, path, url } of routes()) {
    const answers = new Map<string, string[]>();
    for (const [caller, headers] of callers) {
      const { status, body } = await setup.lab.send({ method: method as 'GET', url: `/v1${url}?unknown=1`, headers });
      const answer = `${status} ${body?.code ?? ''}`;
      answers.set(answer, [...(answers.get(answer) ?? []), caller]);
    }
    lines.push(`${method} ${path}`, ...[...answers].toSorted().map(([answer, who]) => `  ${answer}: ${who.join(', ')}`));
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rights.txt');
});
