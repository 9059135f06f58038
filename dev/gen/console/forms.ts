/** Operations whose body people fill in on a page of the console. Each gets a file of field limits, which its page alone loads. */
import type { OperationName } from '@innkeeper/contract/operations';

export const FORMS: readonly OperationName[] = [
  ...(['confirmSession', 'deployServer', 'updateServerHostname', 'renewServers', 'createSnapshot'] as const),
  ...(['createSession', 'verifySession', 'beginSingleSignOn', 'createPasswordReset', 'confirmPasswordReset'] as const),
  ...(['joinWithNewUser', 'createPasskey', 'updatePasskey', 'enableTwoFactor', 'disableTwoFactor'] as const),
  ...(['createRecoveryCodes', 'changePassword'] as const),
  ...(['changeServerPassword', 'updateServerSshKeys', 'modifyServerIsos', 'enableServerRescue', 'reinstallServer'] as const),
];
