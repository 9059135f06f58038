import { operationOf } from '@innkeeper/contract/operations';
import { updateService } from '@innkeeper/db/tables/services';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenCx } from '@innkeeper/lab/given-cx';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { cancelServer } from '@innkeeper/operations/servers/term';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestContext } from '../request/context.ts';
import { type AnyUseCase, type CustomerRunnerOptions, openCustomerRunner } from './customers.ts';

let lab: TestDatabase;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const QUOTE = {
  amount: 0,
  amount_with_vat: 0,
  discount: 0,
  discount_with_vat: 0,
  due_today_amount: 0,
  due_today_amount_with_vat: 0,
  covered_by_balance: true,
  estimated_downtime: 'none',
  capacity: 'ok',
  lines: [],
  missing: [],
  tax: { country: 'AT', rate: 20, rule: 'domestic', note: null },
  balance: null,
  cap: null,
  next_renewal: null,
};

test('a quote rolls back all writes of its handler: rows, locks, workflows and audit lines', async () => {
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  const carelessly: AnyUseCase = async (cx, input) => {
    const whole = input as Parameters<typeof cancelServer>[1];
    await cancelServer(cx as unknown as MutatingCx, { ...whole, body: { now: true } });
    await updateService(cx.db, id, { renew_price: 1n });
    await audit(cx as unknown as MutatingCx, 'given', { kind: 'server', id });
    return QUOTE;
  };
  const before = await rows();
  const route = { name: 'cancelServer', operation: operationOf('cancelServer') } as const;
  const options = { db: lab.db, clock: systemClock, settings: defaultSettings, load: openLoaders(lab.db) };
  const hosts = { linkBase: () => '' };
  const run = openCustomerRunner({ ...options, hosts } as unknown as CustomerRunnerOptions)(
    route,
    { useCase: carelessly, quote: carelessly },
    () => null,
  );
  const request = { id: 'given', url: `/v1/servers/${id}/cancel?dry_run=true`, query: { dry_run: 'true' }, headers: {} };
  const context = new RequestContext(...([request, {}, {}, route] as unknown as ConstructorParameters<typeof RequestContext>));
  context.params = { id };
  context.caller = givenCx(lab.db, owner).actor;
  expect(await run(context)).toMatchObject({ status: 200 });
  expect(await rows()).toEqual(before);
});

const rows = async () => ({
  services: await lab.db.selectFrom('services').selectAll().execute(),
  requests: await lab.db.selectFrom('cancel_requests').selectAll().execute(),
  workflows: await lab.db.selectFrom('workflows').selectAll().execute(),
  locks: await lab.db.selectFrom('locks').selectAll().execute(),
  audit: await lab.db.selectFrom('audit_log').selectAll().execute(),
});
