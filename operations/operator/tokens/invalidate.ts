import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { endSupportAccesses } from '@innkeeper/db/tables/support-access';
import { endOverlap, findTokensByHash, hashToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';

/**
 * Revokes the leaked tokens with those that they made or rotated, of customers, of the staff, and of the staff inside accounts. `secrets` are the texts with the prefix and
 * checksum of a token.
 *
 * For a rotated token, only the leaked secret is invalidated. Unknown tokens may belong to another installation.
 */
export async function invalidateTokens(
  cx: OperatorCx,
  { file }: OperatorInput<'invalidateTokens'>,
  secrets: readonly string[],
): Promise<OperatorResult<'invalidateTokens'>> {
  const now = cx.clock.now();
  const leaked = await findTokensByHash(cx.db, secrets.map(hashToken));
  const revoked = leaked.filter((token) => token.revoked_at === null && (token.current || isOverlapping(token, now)));
  for (const { id, account_id: accountId, current } of revoked) {
    const others = current ? await revokeToken(cx.db, id, now) : undefined;
    if (!current) await endOverlap(cx.db, id);
    const details = { current, ...(others && others.length > 0 && { also_revoked: others }) };
    await audit(cx, 'invalidateTokens', { kind: 'access_token', id, accountId }, details);
  }
  const ofStaff = await revokeStaffTokens(cx.db, { hashes: secrets.map(hashToken) }, now);
  for (const { id, staffId } of ofStaff)
    await audit(cx, 'invalidateTokens', { kind: 'staff_token', id, accountId: null }, { staff: staffId });
  const ofSupport = await endSupportAccesses(cx.db, { hashes: secrets.map(hashToken) }, now);
  for (const { id, staffId, accountId } of ofSupport)
    await audit(cx, 'invalidateTokens', { kind: 'support_access', id, accountId }, { staff: staffId });
  return {
    file,
    found: secrets.length,
    known: leaked.length + ofStaff.length + ofSupport.length,
    revoked: [
      ...revoked.map(({ id, email, hint, current }) => ({ id, email, hint, current })),
      ...[...ofStaff, ...ofSupport].map(({ id, email, hint }) => ({ id, email, hint, current: true })),
    ],
  };
}

const isOverlapping = ({ previous_until }: { previous_until: Date | null }, now: Date): boolean =>
  previous_until !== null && previous_until > now;
