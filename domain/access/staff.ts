/** Finds the staff member of a request by its token or session cookie. */
import { isIP } from 'node:net';
import { findStaffSession, findStaffToken } from '@innkeeper/db/tables/staff';
import type { StaffRole } from '@innkeeper/model/people/staff';
import { isFrom, parseNetworks } from '@innkeeper/model/people/token-powers';
import { minutes } from '@innkeeper/model/time/clock';
import type { StaffActor } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Minimum interval between two writes of a token's last use. */
const USE_NOTED_EVERY_MS = minutes(1);

const NO_ACCOUNT = { accountId: null, userId: null } as const;

export interface StaffToken {
  readonly actor: StaffActor;
  readonly tokenId: number;
  readonly lastUsedAt: Date | null;
}

/**
 * Finds a staff member by the SHA-256 of a token or of a session's secret. Returns `undefined` if there is none, the person is disabled, or
 * `from` is not allowed.
 */
export async function findStaff(
  db: Cx['db'],
  { kind, hash }: { kind: 'token' | 'session'; hash: Buffer },
  { now, from }: { now: Date; from: string },
): Promise<StaffToken | undefined> {
  const found = await (kind === 'session' ? findStaffSession : findStaffToken)(db, hash, now);
  if (!found || !isFrom(parseNetworks(found.allowed_networks), from)) return undefined;
  // A check constraint in the database allows only these roles.
  const role = found.role as StaffRole;
  const { id, name, tokenId, authenticated_at: authenticatedAt } = found;
  const actor = { kind: 'staff', id, name, role, tokenId, ...(authenticatedAt && { authenticatedAt }), ...NO_ACCOUNT } as const;
  return { actor, tokenId, lastUsedAt: found.last_used_at };
}

/** Records time and address of the last use, at most once a minute. */
export async function recordStaffTokenUse(
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
