import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../lab/given.ts';
import { givenCx } from '../../lab/given-cx.ts';
import { RequestContext } from '../request/context.ts';
import { type AnyUseCase, type CustomerRunnerOptions, openCustomerRunner } from '../run/customers.ts';
import { CALLER_INDEPENDENT_OPERATIONS, openContractAssertions } from './contract-assertions.ts';

let lab: TestDatabase;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());

test('only reads of shared resources need not read the caller', () => {
  for (const name of CALLER_INDEPENDENT_OPERATIONS) {
    const { method, resources = [] } = operationOf(name);
    expect(OPERATION_NAMES).toContain(name);
    const owned = resources.filter(({ kind }) => kind !== 'plan');
    expect([name, method, owned]).toEqual([name, 'GET', []]);
  }
});

/** Reply to check. Its path is that of the operation `like`, by default that of its own operation. */
interface Told {
  params?: object;
  headers?: object;
  like?: OperationName;
}

const send = async (name: OperationName, handler: AnyUseCase, given: Told = {}) => {
  const problems: string[] = [];
  const assertions = openContractAssertions((problem) => problems.push(problem.message));
  const route = { name, operation: operationOf(given.like ?? name) };
  const options = { db: lab.db, clock: systemClock, settings: defaultSettings, load: openLoaders(lab.db) };
  const around = { hosts: { linkBase: () => '' }, responseCache: { read: (_: unknown, answer: () => unknown) => answer() } };
  const run = openCustomerRunner({ ...options, ...around } as unknown as CustomerRunnerOptions)(
    route,
    { useCase: handler },
    () => null,
  );
  const request = { id: 'given', url: '/v1/given', query: {}, headers: given.headers ?? {} };
  const context = new RequestContext(...([request, {}, {}, route] as unknown as ConstructorParameters<typeof RequestContext>));
  context.params = given.params ?? {};
  context.caller = givenCx(lab.db, owner).actor;
  assertions.watch(context);
  assertions.reply(context, await run(context));
  return problems.filter((problem) => problem.includes('who calls'));
};
const forgets: AnyUseCase = async () => ({});
const asks: AnyUseCase = async (cx) => void cx.actor.accountId;

test('a use case that never reads the caller is reported', async () => {
  expect(await send('listServers', forgets)).toEqual(['listServers: never asked who calls']);
  expect(await send('listServers', asks)).toEqual([]);
});

test('a read of the caller by the pipeline, for a stored reply or an audit line, does not count', async () => {
  const audits: AnyUseCase = async (cx) => audit(cx as unknown as MutatingCx, 'addSshKey', null);
  const headers = { 'idempotency-key': 'given' };
  expect(await send('addSshKey', audits, { headers })).toEqual(['addSshKey: never asked who calls']);
  expect(await send('addSshKey', asks, { headers: { 'idempotency-key': 'other' } })).toEqual([]);
});

test('the pipeline reads the caller for owned resources in the path, but not for shared resources', async () => {
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  expect(await send('getServer', forgets, { params: { id } })).toEqual([]);
  const plan = await lab.db.selectFrom('plans').select('id').limit(1).executeTakeFirstOrThrow();
  expect(await send('listPlanAddons', forgets, { params: plan })).toEqual([]);
  const ofOneAccount = await send('listServers', forgets, { params: plan, like: 'listPlanAddons' });
  expect(ofOneAccount).toEqual(['listServers: never asked who calls']);
});
