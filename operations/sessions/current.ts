import { loadAccountsAndData, loadSignedIn, type OwnAccount, type SignedIn } from '@innkeeper/db/tables/current-session';
import { type Actor, isCustomer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { PasskeyPages } from '@innkeeper/domain/passkeys/relying-party';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { proofsOf } from '@innkeeper/model/sign-in/proofs';
import { relyingPartyOf } from '@innkeeper/model/sign-in/relying-party';
import type { CurrentSessionAnswer, SignedInSession } from '@innkeeper/present/current-session';

/** Returns the signed-in user and the settings that every page needs. Throws `wrong_state` for an access token. */
export async function getCurrentSession(
  { db, settings, actor }: Pick<Cx, 'db' | 'settings'> & { actor: Actor },
  { apiUrl, pages }: PasskeyPages,
): Promise<CurrentSessionAnswer> {
  const current = isCustomer(actor) ? requireSession(actor) : null;
  const found = current ? await loadSignedIn(db, current.id) : undefined;
  const { accounts, hasGeoData } = await loadAccountsAndData(db, found?.session.user_id ?? null);
  const passkeys = relyingPartyOf(apiUrl, { domain: settings.passkeyDomain, pages }) !== undefined;
  return {
    signedIn: found ? withAccounts(found, accounts, passkeys) : null,
    installation: { currency: settings.currency, timeZone: settings.timeZone, passkeys, geoFilter: hasGeoData },
  };
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
