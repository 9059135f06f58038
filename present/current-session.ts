import type { CurrentSession } from '@innkeeper/contract/schemas/current-session';
import type { OwnAccount, SignedIn } from '@innkeeper/db/tables/current-session';
import { formatVersion } from '@innkeeper/model/installation/build';
import type { Proof } from '@innkeeper/model/sign-in/proofs';
import project from './package.json' with { type: 'json' };
import { presentSession } from './session.ts';
import { iso } from './time.ts';

export interface SignedInSession extends SignedIn {
  membership: OwnAccount;
  /** Accounts that the session can act in. */
  accounts: readonly OwnAccount[];
  confirmationProofs: readonly Proof[];
}

export interface CurrentSessionAnswer {
  /** `null` for a visitor. */
  signedIn: SignedInSession | null;
  installation: { currency: string; timeZone: string; passkeys: boolean; geoFilter: boolean };
}

export function presentCurrentSession({ signedIn, installation }: CurrentSessionAnswer): CurrentSession {
  return {
    ...(signedIn ? presentSignedIn(signedIn) : VISITOR),
    installation: {
      version: formatVersion(project.version),
      currency: installation.currency,
      time_zone: installation.timeZone,
      passkeys: installation.passkeys,
      geo_filter: installation.geoFilter,
    },
  };
}

const VISITOR: Omit<CurrentSession, 'installation'> = {
  ...{ session: null, user: null, account: null, role: null, member_id: null },
  ...{ accounts: [], confirm_with: [], event_id: null },
};

function presentSignedIn({ session, user, account, membership, accounts, confirmationProofs, eventId }: SignedInSession) {
  return {
    session: presentSession(session, true),
    user: {
      id: session.user_id,
      name: user.name,
      email: user.email,
      language: user.language,
      has_password: user.hasPassword,
      two_factor: user.hasTotp,
      email_code: user.hasEmailCode,
      passkeys: user.passkeys,
      recovery_codes_left: user.recoveryCodesLeft,
    },
    account: {
      id: session.account_id,
      name: account.name,
      country: account.country,
      suspended: account.suspended,
      closes_at: account.closesAt && iso(account.closesAt),
    },
    role: membership.role,
    member_id: membership.memberId,
    accounts: accounts.map(({ id, name, role }) => ({ id, name, role })),
    confirm_with: [...confirmationProofs],
    event_id: Number(eventId),
  } satisfies Omit<CurrentSession, 'installation'>;
}
