/** Somebody of the staff, by the token or the cookie of a session that a request brings. */
import { isIP } from 'node:net';
import { findStaffSession, findStaffToken } from '@innkeeper/db/tables/staff';
import { minutes } from '@innkeeper/model/clock';
import type { StaffRole } from '@innkeeper/model/staff';
import { isFrom, parsedNetworks } from '@innkeeper/model/token-powers';
import type { StaffActor } from '../actor.ts';
import type { Cx } from '../context.ts';

/** How exact the last use of a token is. */
const USE_NOTED_EVERY_MS = minutes(1);

const NO_ACCOUNT = { accountId: null, userId: null } as const;

export interface StaffToken {
  readonly actor: StaffActor;
  readonly tokenId: number;
  readonly lastUsedAt: Date | null;
}

/** By the sha256 of the token, or of the secret of a session; undefined also from a network that it is not for, or of somebody who is disabled. */
export async function findStaff(
  db: Cx['db'],
  { kind, hash }: { kind: 'token' | 'session'; hash: Buffer },
  { now, from }: { now: Date; from: string },
): Promise<StaffToken | undefined> {
  const found = await (kind === 'session' ? findStaffSession : findStaffToken)(db, hash, now);
  if (!found || !isFrom(parsedNetworks(found.allowed_networks), from)) return undefined;
  // The database's check allows no others.
  const role = found.role as StaffRole;
  const { id, name, tokenId, authenticated_at: authenticatedAt } = found;
  const actor = { kind: 'staff', id, name, role, tokenId, ...(authenticatedAt && { authenticatedAt }), ...NO_ACCOUNT } as const;
  return { actor, tokenId, lastUsedAt: found.last_used_at };
}

/** Writes when a token was last used and from where, at most once a minute. */
export async function noteStaffTokenUse(
  db: Cx['db'],
  token: StaffToken,
  { now, from }: { now: Date; from: string },
): Promise<void> {
  if (token.lastUsedAt && token.lastUsedAt.getTime() > now.getTime() - USE_NOTED_EVERY_MS) return;
  await db
    .updateTable('staff_tokens')
    .set({ last_used_at: now, last_used_from: isIP(from) ? from : null })
    .where('id', '=', token.tokenId)
    .execute();
}
