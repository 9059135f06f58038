/**
 * Operations that a session of a company's identity provider may not use: all that concern the user beyond the account.
 *
 * Otherwise the operator of the provider could take over a user who has other accounts. A passkey could also keep access after the account
 * has ended it.
 */
import type { OperationName } from './operations.ts';

export const REFUSED_TO_PROVIDER_SESSIONS: readonly OperationName[] = [
  ...(['getTwoFactorSecret', 'enableTwoFactor', 'disableTwoFactor', 'createRecoveryCodes'] as const),
  ...(['listPasskeys', 'createPasskeyOptions', 'createPasskey', 'updatePasskey', 'deletePasskey', 'changePassword'] as const),
  ...(['getEmailChange', 'createEmailChange', 'deleteEmailChange'] as const),
  ...(['listSessions', 'updateSession', 'deleteSession', 'deleteOtherSessions'] as const),
  ...(['acceptInvitation', 'acceptOwnership'] as const),
];

export const isAllowedByProvider = (name: OperationName): boolean => !REFUSED_TO_PROVIDER_SESSIONS.includes(name);
