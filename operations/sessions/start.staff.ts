import { isIP } from 'node:net';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { insertStaffSession, purgeStaffSessions, revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { STAFF_SESSION } from '@innkeeper/model/people/staff';
import { loadStaffSession, type StaffSession } from './view.staff.ts';

const USER_AGENT_CHARACTERS = 200;

export interface StartStaffSession {
  person: { id: number; name: string };
  /** SHA-256 of the secret of the browser's previous session, which ends. */
  replaces?: Buffer | undefined;
  /** Time of the sign-in at the identity provider. Defaults to now, for a person who signed in here. */
  authenticatedAtProvider?: Date | undefined;
}

/** Starts a session for a person who has proven both factors. */
export async function startStaffSession(
  cx: MutatingCx,
  { person, replaces, authenticatedAtProvider }: StartStaffSession,
): Promise<{ session: StaffSession; secret: string }> {
  const { db, clientAddress = '', userAgent = '' } = cx;
  const now = cx.clock.now();
  if (replaces) await revokeStaffTokens(db, { hashes: [replaces] }, now);
  const secret = newSecret();
  const id = await insertStaffSession(db, {
    staffId: person.id,
    name: userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, USER_AGENT_CHARACTERS),
    hash: hashSecret(secret),
    from: isIP(clientAddress) ? clientAddress : null,
    place: signInNetwork(cx),
    now,
    expiresAt: new Date(now.getTime() + STAFF_SESSION.maxMs),
    authenticatedAtProvider,
  });
  await purgeStaffSessions(db, person.id);
  const actor = { kind: 'staff', id: person.id, name: person.name, accountId: null, userId: null } as const;
  const details = { from: clientAddress, ...(authenticatedAtProvider && { by: 'identity_provider' }) };
  await audit({ ...cx, actor }, 'createStaffSession', { kind: 'staff_token', id, accountId: null }, details);
  return { session: await loadStaffSession(db, id), secret };
}
