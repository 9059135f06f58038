/** Contexts of requests and jobs, for tests that call the domain directly. */
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import { systemClock } from '@innkeeper/model/time/clock';
import type { GivenAccount } from './given.ts';
import { labSettings } from './settings.ts';

type Changes = Partial<Pick<Cx, 'clock' | 'settings'>> & { taxRate?: number };

/** Returns the context of a read request of the account. `taxRate` is in basis points, by default 2000 for 20 % VAT. */
export function givenCx(
  db: Cx['db'],
  { accountId, userId, tokenId }: Pick<GivenAccount, 'accountId' | 'userId' | 'tokenId'>,
  changes: Changes = {},
): RequestCx {
  const { taxRate = 2000, ...rest } = changes;
  return {
    db,
    clock: systemClock,
    settings: labSettings,
    requestId: '00000000-0000-4000-8000-000000000000',
    load: openLoaders(db),
    url: { path: 'https://api.example.com/v1/given', query: {} },
    actor: { kind: 'token', id: tokenId, accountId, userId, role: 'owner', taxRate },
    ...rest,
  };
}

/** Returns the context of an operator command in the transaction of the test. */
export const givenOperatorCx = <Db extends Cx['db']>(db: Db) => operatorCx(db, labSettings);

/** Returns the context of a job. */
export function givenJobCx(db: Cx['db'], changes: Partial<Pick<Cx, 'clock' | 'settings'>> = {}): Cx<JobActor> {
  const actor = { kind: 'job', name: 'given', accountId: null, userId: null } as const;
  return { db, clock: systemClock, settings: labSettings, actor, requestId: null, ...changes };
}

/** Runs `act` as a write request: in one transaction, which commits when `act` resolves. */
export function asMutation<T>(
  db: Cx['db'],
  account: Pick<GivenAccount, 'accountId' | 'userId' | 'tokenId'>,
  act: (cx: MutatingRequestCx) => Promise<T>,
  changes: Changes = {},
): Promise<T> {
  return db.transaction().execute((trx) => act({ ...givenCx(trx, account, changes), db: trx }));
}
