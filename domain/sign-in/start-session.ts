/** Opens sessions for users who have authenticated, and audits rejected attempts. */
import { isIP } from 'node:net';
import { wasAudited } from '@innkeeper/db/tables/audit';
import { lockIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { findMember } from '@innkeeper/db/tables/members';
import { insertSession, recordSignInNetwork, type SessionRow } from '@innkeeper/db/tables/sessions';
import { chooseSessionAccount, firstAccountOf, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { restartErasureCountdown } from '@innkeeper/db/tables/users-without-account';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import { hours } from '@innkeeper/model/time/clock';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { signInNetwork } from './place.ts';

/** Started session with its secret, which is stored nowhere else. */
export interface StartedSession {
  readonly row: SessionRow;
  readonly secret: string;
}

export type StartAnswer =
  | { readonly started: StartedSession }
  /** Failure to return after its writes are committed. */
  | { readonly refused: Failure };

/** Method by which the user authenticated: `password`, `totp`. */
export type SignInMethod = 'password' | 'totp' | 'email' | 'passkey' | 'identity_provider' | 'link';

/** Origin of a session opened by an identity provider. */
export interface ByProvider {
  readonly identityProviderId: number;
  /** Account of the identity provider. The session is limited to this account. */
  readonly accountId: number;
  /** Time at which the user authenticated at the provider. */
  readonly authenticatedAt: Date;
}

/** Maximum length of a stored user agent. The rest is cut off, because only the user sees it. */
const USER_AGENT_CHARACTERS = 300;

/**
 * Opens a session in the user's first account, or in the account of the identity provider. A sign-in from a new network is mailed to the
 * user.
 *
 * Returns `wrong_state` for a user without an account. The sign-in is recorded as a sign of activity, with at most one audit line an hour.
 * Throws `single_sign_on_required` if all accounts of the user require their providers.
 */
export async function startSession(
  cx: MutatingCx,
  user: Pick<SignInUser, 'id' | 'email' | 'language'>,
  methods: readonly SignInMethod[],
  by?: ByProvider,
): Promise<StartAnswer> {
  const { db, clock, settings, clientAddress = '', userAgent = '' } = cx;
  const now = clock.now();
  const accountId = by ? await accountOfProvider(cx, user, by) : await chooseSessionAccount(db, user.id);
  if (accountId === 'none') {
    await restartErasureCountdown(db, user.id, now);
    await auditNoAccount(cx, user);
    return {
      refused: new Failure('wrong_state', {
        message: 'This user is not a member of any account. Open an account with the same address, or accept an invitation.',
      }),
    };
  }
  if (accountId === 'required') throw new Failure('single_sign_on_required');
  const shown = userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, USER_AGENT_CHARACTERS);
  const [started, place] = await together(
    insertSession(db, {
      userId: user.id,
      accountId,
      from: isIP(clientAddress) ? clientAddress : null,
      userAgent: shown,
      now,
      expiresAt: new Date(now.getTime() + settings.sessions.maxMs),
      identityProviderId: by?.identityProviderId,
      authenticatedAt: by?.authenticatedAt,
    }),
    recordSignInNetwork(db, { userId: user.id, network: signInNetwork(cx), now }),
  );
  const { id } = started.row;
  if (place.isNew && !place.isFirst)
    await queueMailToUser(cx, user, {
      accountId,
      template: 'new-sign-in',
      data: { at: now.getTime(), address: clientAddress, browser: shown },
      dedupeKey: `new-sign-in:${id}`,
    });
  const actor = { kind: 'session', id, accountId, userId: user.id } as const;
  const details = { methods: [...methods], from: clientAddress, ...(place.isNew && { new_place: true }) };
  await audit({ ...cx, actor }, 'createSession', { kind: 'session', id }, details);
  return { started };
}

/** Returns the provider's account, or `none` if the user has left the account or the provider was disabled in the meantime. */
async function accountOfProvider(
  { db }: MutatingCx,
  { id: userId }: { id: number },
  { accountId, identityProviderId: id }: ByProvider,
): Promise<number | 'none'> {
  const provider = await lockIdentityProvider(db, id);
  const member = await findMember(db, { accountId, userId });
  return provider?.enabled && member ? accountId : 'none';
}

/** Writes at most one audit line an hour, because no throttle counts these attempts: the credentials are valid. */
async function auditNoAccount(cx: MutatingCx, user: Pick<SignInUser, 'id'>): Promise<void> {
  const why = 'no account';
  const since = new Date(cx.clock.now().getTime() - hours(1));
  const resource = { kind: 'user', id: user.id };
  if (await wasAudited(cx.db, { resource, action: 'createSession.refused', why, since })) return;
  await auditRefusal(cx, 'createSession', user, why);
}

/** Audits a failed authentication, in the first account of the named user if there is one. */
export async function auditRefusal(
  cx: MutatingCx,
  action: string,
  user: Pick<SignInUser, 'id'> | undefined,
  why: string,
): Promise<void> {
  // Run the query even without a user, so that response time does not reveal whether one exists.
  const accountId = (await firstAccountOf(cx.db, user?.id ?? 0)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user?.id ?? null } as const;
  await audit({ ...cx, actor }, `${action}.refused`, user ? { kind: 'user', id: user.id } : null, {
    why,
    from: cx.clientAddress ?? '',
  });
}
