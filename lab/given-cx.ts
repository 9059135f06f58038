/** What the domain gets from a request, for tests that call it without one. */
import { openLoaders } from '@innkeeper/domain/access/loaders';
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import type { GivenAccount } from './given.ts';

type Changes = Partial<Pick<Cx, 'clock' | 'settings'>> & { taxRate?: number };

/** A reading request of the account; VAT 20 % unless said otherwise. */
export function givenCx(
  db: Cx['db'],
  { accountId, userId, tokenId }: Pick<GivenAccount, 'accountId' | 'userId' | 'tokenId'>,
  changes: Changes = {},
): RequestCx {
  const { taxRate = 2000, ...rest } = changes;
  return {
    db,
    clock: systemClock,
    settings: defaultSettings,
    requestId: '00000000-0000-4000-8000-000000000000',
    load: openLoaders(db),
    actor: { kind: 'token', id: tokenId, accountId, userId, taxRate },
    ...rest,
  };
}

/** A job on its clock. */
export function givenJobCx(db: Cx['db'], changes: Partial<Pick<Cx, 'clock' | 'settings'>> = {}): Cx<JobActor> {
  const actor = { kind: 'job', name: 'given', accountId: null, userId: null } as const;
  return { db, clock: systemClock, settings: defaultSettings, actor, requestId: null, ...changes };
}

/** A changing request: `act` in one transaction, which commits when it answers. */
export function changing<T>(
  db: Cx['db'],
  account: Pick<GivenAccount, 'accountId' | 'userId' | 'tokenId'>,
  act: (cx: MutatingRequestCx) => Promise<T>,
  changes: Changes = {},
): Promise<T> {
  return db.transaction().execute((trx) => act({ ...givenCx(trx, account, changes), db: trx }));
}
