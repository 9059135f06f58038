/**
 * What a session that a company's identity provider has opened may not do: whatever is about the user beyond the account. Who runs the provider
 * could else take a user over who has other accounts, or stay in by a passkey when the account has ended it.
 */
import type { OperationName } from './operations.ts';

export const NOT_BY_PROVIDER: readonly OperationName[] = [
  ...(['getTwoFactorSecret', 'enableTwoFactor', 'disableTwoFactor', 'createRecoveryCodes'] as const),
  ...(['listPasskeys', 'createPasskeyOptions', 'createPasskey', 'updatePasskey', 'deletePasskey', 'changePassword'] as const),
  ...(['getEmailChange', 'createEmailChange', 'deleteEmailChange'] as const),
  ...(['listSessions', 'updateSession', 'deleteSession', 'deleteOtherSessions'] as const),
  ...(['acceptInvitation', 'acceptOwnership'] as const),
];

export const isByProvider = (name: OperationName): boolean => !NOT_BY_PROVIDER.includes(name);
