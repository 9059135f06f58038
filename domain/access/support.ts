/** Finds the staff member who acts inside an account by the token of a request. */
import { isIP } from 'node:net';
import { findSupportAccess } from '@innkeeper/db/tables/support-access';
import { profileOf } from '@innkeeper/db/tables/tax';
import { isFrom, parseNetworks } from '@innkeeper/model/people/token-powers';
import { minutes } from '@innkeeper/model/time/clock';
import { decideTax } from '@innkeeper/model/vat/decide';
import type { SupportActor } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Minimum interval between two writes of the last use. */
const USE_NOTED_EVERY_MS = minutes(1);

export interface SupportAccess {
  readonly actor: SupportActor;
  readonly id: number;
  readonly lastUsedAt: Date | null;
  /** `true` if the account is suspended, and therefore read-only for support too. */
  readonly suspended: boolean;
  /** `true` if the account is being closed. */
  readonly closing: boolean;
}

/**
 * Finds a support access by the SHA-256 of its token. Returns `undefined` if access or consent has ended, the staff member is disabled, or
 * `from` is not allowed.
 */
export async function findSupport(
  db: Cx['db'],
  hash: Buffer,
  { now, from }: { now: Date; from: string },
): Promise<SupportAccess | undefined> {
  const found = await findSupportAccess(db, hash, now);
  if (!found || !isFrom(parseNetworks(found.allowed_networks), from)) return undefined;
  const { id, accountId, staffId, name, scope, facts, lastUsedAt, suspended, closing } = found;
  const { rateBp: taxRate } = decideTax(profileOf(facts), now);
  const actor = { kind: 'staff', id: staffId, name, accountId, userId: null, scope, taxRate } as const;
  return { id, lastUsedAt, suspended, closing, actor };
}

/** Records time and address of the last use, at most once a minute. */
export async function recordSupportUse(
  db: Cx['db'],
  { id, lastUsedAt }: SupportAccess,
  { now, from }: { now: Date; from: string },
): Promise<void> {
  if (lastUsedAt && lastUsedAt.getTime() > now.getTime() - USE_NOTED_EVERY_MS) return;
  await db
    .updateTable('support_accesses')
    .set({ last_used_at: now, last_used_from: isIP(from) ? from : null })
    .where('id', '=', id)
    .execute();
}
