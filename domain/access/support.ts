/** Somebody of the staff inside an account, by the token that a request brings. */
import { isIP } from 'node:net';
import { findSupportAccess } from '@innkeeper/db/tables/support-access';
import { profileOf } from '@innkeeper/db/tables/tax';
import { minutes } from '@innkeeper/model/clock';
import { isFrom, parsedNetworks } from '@innkeeper/model/token-powers';
import { decideTax } from '@innkeeper/model/vat/decide';
import type { SupportActor } from '../actor.ts';
import type { Cx } from '../context.ts';

/** How exact the last use is. */
const USE_NOTED_EVERY_MS = minutes(1);

export interface SupportAccess {
  readonly actor: SupportActor;
  readonly id: number;
  readonly lastUsedAt: Date | null;
  /** Whether the account is suspended, so that support too may only read. */
  readonly suspended: boolean;
  /** Whether it is about to be closed. */
  readonly closing: boolean;
}

/** By the token's sha256; undefined when it, its consent or its person may act no more, and from a network that it is not for. */
export async function findSupport(
  db: Cx['db'],
  hash: Buffer,
  { now, from }: { now: Date; from: string },
): Promise<SupportAccess | undefined> {
  const found = await findSupportAccess(db, hash, now);
  if (!found || !isFrom(parsedNetworks(found.allowed_networks), from)) return undefined;
  const { id, accountId, staffId, name, scope, facts, lastUsedAt, suspended, closing } = found;
  const { rateBp: taxRate } = decideTax(profileOf(facts), now);
  const actor = { kind: 'staff', id: staffId, name, accountId, userId: null, scope, taxRate } as const;
  return { id, lastUsedAt, suspended, closing, actor };
}

/** Writes when it was last used and from where, at most once a minute. */
export async function noteSupportUse(
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
