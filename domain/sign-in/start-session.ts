/** What happens when somebody has proven who it is. */
import { isIP } from 'node:net';
import { wasAudited } from '@innkeeper/db/tables/audit';
import { lockIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { noteLoneSignIn } from '@innkeeper/db/tables/lone-users';
import { findMember } from '@innkeeper/db/tables/members';
import { insertSession, notePlace, type SessionRow } from '@innkeeper/db/tables/sessions';
import { accountToBeginIn, firstAccountOf, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { together } from '@innkeeper/db/transaction';
import { hours } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import { placeOf } from './place.ts';

/** With its secret, which is in what this returns and nowhere else. */
export interface StartedSession {
  readonly row: SessionRow;
  readonly secret: string;
}

export type StartAnswer =
  | { readonly started: StartedSession }
  /** To be answered when what it wrote is committed. */
  | { readonly refused: Failure };

/** How the user proved who it is: `password`, `totp`. */
export type SignInMethod = 'password' | 'totp' | 'email' | 'passkey' | 'identity_provider' | 'link';

/** What an identity provider has opened. */
export interface ByProvider {
  readonly identityProviderId: number;
  /** The account whose it is: the session acts there alone. */
  readonly accountId: number;
  /** When the user gave the credentials there. */
  readonly authenticatedAt: Date;
}

/** Longer ones are cut: they are shown to their users only. */
const USER_AGENT_CHARACTERS = 300;

/**
 * Opens a session in the user's first account, or in that of the identity provider. Who signs in from where the user never did is told to the user.
 * Refuses with `wrong_state` a member of no account, which is noted as a sign that the user is there, with a line an hour; throws `single_sign_on_required` where all
 * accounts of the user ask for their providers.
 */
export async function startSession(
  cx: MutatingCx,
  user: Pick<SignInUser, 'id' | 'email' | 'language'>,
  methods: readonly SignInMethod[],
  by?: ByProvider,
): Promise<StartAnswer> {
  const { db, clock, settings, clientAddress = '', userAgent = '' } = cx;
  const now = clock.now();
  const accountId = by ? await accountOfProvider(cx, user, by) : await accountToBeginIn(db, user.id);
  if (accountId === 'none') {
    await noteLoneSignIn(db, user.id, now);
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
      expiresAt: new Date(now.getTime() + settings.sessions.mostMs),
      identityProviderId: by?.identityProviderId,
      authenticatedAt: by?.authenticatedAt,
    }),
    notePlace(db, { userId: user.id, network: placeOf(cx), now }),
  );
  const { id } = started.row;
  if (place.isNew && !place.isFirst)
    await queueMailToUser(cx, user, {
      accountId,
      template: 'new-sign-in',
      data: { at: now.getTime(), address: clientAddress, browser: shown },
      once: `new-sign-in:${id}`,
    });
  const actor = { kind: 'session', id, accountId, userId: user.id } as const;
  const details = { methods: [...methods], from: clientAddress, ...(place.isNew && { new_place: true }) };
  await audit({ ...cx, actor }, 'createSession', { kind: 'session', id }, details);
  return { started };
}

/** The user may have left since, and the provider been disabled. */
async function accountOfProvider(
  { db }: MutatingCx,
  { id: userId }: { id: number },
  { accountId, identityProviderId: id }: ByProvider,
): Promise<number | 'none'> {
  const provider = await lockIdentityProvider(db, id);
  const member = await findMember(db, { accountId, userId });
  return provider?.enabled && member ? accountId : 'none';
}

/** A line an hour: what the user gave is right, so no throttle counts it. */
async function auditNoAccount(cx: MutatingCx, user: Pick<SignInUser, 'id'>): Promise<void> {
  const why = 'no account';
  const since = new Date(cx.clock.now().getTime() - hours(1));
  const resource = { kind: 'user', id: user.id };
  if (await wasAudited(cx.db, { resource, action: 'createSession.refused', why, since })) return;
  await auditRefusal(cx, 'createSession', user, why);
}

/** A line of somebody who did not prove who it is: in the first account of the user, if there is one. */
export async function auditRefusal(
  cx: MutatingCx,
  action: string,
  user: Pick<SignInUser, 'id'> | undefined,
  why: string,
): Promise<void> {
  // Asked for nobody too, so that the time does not tell.
  const accountId = (await firstAccountOf(cx.db, user?.id ?? 0)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user?.id ?? null } as const;
  await audit({ ...cx, actor }, `${action}.refused`, user ? { kind: 'user', id: user.id } : null, {
    why,
    from: cx.clientAddress ?? '',
  });
}
