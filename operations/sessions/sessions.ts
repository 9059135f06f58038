/** The sessions of a user, and the session of the request. */
import { loadAccountsAndData, loadSignedIn, type OwnAccount, type SignedIn } from '@innkeeper/db/tables/current-session';
import { findIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { findMember } from '@innkeeper/db/tables/members';
import { endSessions, lockSession, pageOfSessions, rotateSession } from '@innkeeper/db/tables/sessions';
import { type Customer, isCustomer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { Failure, invalid } from '@innkeeper/model/failures';
import { proofsOf } from '@innkeeper/model/sign-in/proofs';
import { relyingPartyOf } from '@innkeeper/model/sign-in/relying-party';
import { presentCurrentSession, type SignedInSession } from '@innkeeper/present/current-session';
import { page, pageRequest } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import { isCurrent, presentSession } from '@innkeeper/present/session';
import { NO_SESSION_COOKIE, withSessionCookie } from '@innkeeper/present/session-cookie';
import type { Input, Reply, Services, UseCaseCx } from '../define.ts';

/** Lists the sessions of the caller's user in all accounts, most recently used first. */
export async function listSessions(cx: RequestCx, { query }: Input<'listSessions'>): Promise<Reply<'listSessions'>> {
  const now = cx.clock.now();
  const idleSince = new Date(now.getTime() - cx.settings.sessions.idleMs);
  const sessions = await pageOfSessions(cx.db, { userId: cx.actor.userId, now, idleSince, ...pageRequest(query) });
  return page(cx.url, query, sessions, (row) => presentSession(row, isCurrent(cx.actor, row)));
}

/** Returns the signed-in user and the settings that every page needs. Throws `wrong_state` for an access token. */
export async function getCurrentSession(
  { db, settings, actor, url }: Pick<UseCaseCx<'getCurrentSession'>, 'db' | 'settings' | 'actor' | 'url'>,
  _input: Input<'getCurrentSession'>,
  { pages }: Pick<Services, 'pages'>,
): Promise<Reply<'getCurrentSession'>> {
  const current = isCustomer(actor) ? requireSession(actor) : null;
  const found = current ? await loadSignedIn(db, current.id) : undefined;
  const { accounts, hasGeoData } = await loadAccountsAndData(db, found?.session.user_id ?? null);
  const passkeys = relyingPartyOf(url.path, { domain: settings.passkeyDomain, pages: pages() }) !== undefined;
  return presentCurrentSession({
    signedIn: found ? withAccounts(found, accounts, passkeys) : null,
    installation: { currency: settings.currency, timeZone: settings.timeZone, passkeys, geoFilter: hasGeoData },
  });
}

/** Returns `null` if the user left the account between the two statements, because the session has then ended too. */
function withAccounts(found: SignedIn, accounts: readonly OwnAccount[], passkeysWork: boolean): SignedInSession | null {
  const { session, user } = found;
  const membership = accounts.find(({ id }) => id === session.account_id);
  if (!membership) return null;
  const isByProvider = session.identity_provider_id !== null;
  return {
    ...found,
    membership,
    accounts: isByProvider ? [membership] : accounts,
    confirmationProofs: proofsOf({ ...user, hasPasskey: passkeysWork && user.passkeys > 0, isByProvider }),
  };
}

/**
 * Switches the session to another account of its user and gives it a new secret.
 *
 * Throws `wrong_state` for an access token, `validation` for an account that the user is not a member of, and `single_sign_on_required` for
 * an account that requires its identity provider.
 */
export async function updateSession(
  cx: MutatingCx<Customer>,
  { body: { account_id } }: Input<'updateSession'>,
): Promise<Reply<'updateSession'>> {
  const { id, userId } = requireSession(cx.actor);
  const member = await findMember(cx.db, { accountId: account_id, userId });
  if (!member) throw invalid('account_id', 'Must be one of your accounts.');
  const provider = await findIdentityProvider(cx.db, account_id);
  if (provider?.required && member.role !== 'owner') throw new Failure('single_sign_on_required');
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const changed = await rotateSession(cx.db, { id, account_id, now: cx.clock.now() });
  const actor = { ...cx.actor, accountId: account_id };
  await audit({ ...cx, actor }, 'updateSession', { kind: 'session', id }, { account_id });
  return withSessionCookie(changed, presentSession(changed.row, true), cx.settings);
}

/** Ends a session of the caller's user. Throws `not_found` if the session has already ended. */
export async function deleteSession(cx: MutatingCx<Customer>, { session: { id } }: Input<'deleteSession'>): Promise<void> {
  const ended = await endSessions(cx.db, { userId: cx.actor.userId, only: id, now: cx.clock.now() });
  if (ended === 0) throw new Failure('not_found');
  await audit(cx, 'deleteSession', { kind: 'session', id });
}

/** Signs out. Throws `wrong_state` for an access token. */
export async function deleteCurrentSession(cx: MutatingCx<Customer>): Promise<Reply<'deleteCurrentSession'>> {
  const { id, userId } = requireSession(cx.actor);
  await endSessions(cx.db, { userId, only: id, now: cx.clock.now() });
  await audit(cx, 'deleteCurrentSession', { kind: 'session', id });
  return new WithHeaders(undefined, { 'set-cookie': NO_SESSION_COOKIE });
}

/** Ends all sessions of the caller's user except the session of this request. */
export async function deleteOtherSessions(cx: MutatingCx<Customer>): Promise<void> {
  const { userId, kind, id } = cx.actor;
  const except = kind === 'session' ? id : undefined;
  const ended = await endSessions(cx.db, { userId, except, now: cx.clock.now() });
  await audit(cx, 'deleteOtherSessions', { kind: 'user', id: userId }, { ended });
}
