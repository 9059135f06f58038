/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { streamEvents } from './events.ts';
import { createPasskey, createPasskeyOptions, deletePasskey, listPasskeys, updatePasskey } from './passkeys.ts';
import { changePassword, confirmPasswordReset, createPasswordReset, prepareChangePassword, prepareConfirmPasswordReset } from './passwords.ts';
import { confirmSession, createConfirmOptions, prepareConfirmSession } from './sessions/confirm.ts';
import { deleteCurrentSession, deleteOtherSessions, deleteSession, getCurrentSession, listSessions, updateSession } from './sessions/sessions.ts';
import { createPasskeySession, createSession, createSessionByLink, createSignInOptions, prepareCreateSession, verifySession } from './sessions/sign-in.ts';
import { confirmSignUp, createSignUp, getSignUp, prepareConfirmSignUp } from './sign-up.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactorSecret } from './user/two-factor.ts';
import { getUser, updateUser } from './user/user.ts';

export const USE_CASES = {
  addSshKey,
  changePassword,
  confirmPasswordReset,
  confirmSession,
  confirmSignUp,
  createConfirmOptions,
  createPasskey,
  createPasskeyOptions,
  createPasskeySession,
  createPasswordReset,
  createRecoveryCodes,
  createSession,
  createSessionByLink,
  createSignInOptions,
  createSignUp,
  deleteCurrentSession,
  deleteOtherSessions,
  deletePasskey,
  deleteSession,
  deleteSshKey,
  disableTwoFactor,
  enableTwoFactor,
  getCurrentSession,
  getSignUp,
  getSshKey,
  getTwoFactorSecret,
  getUser,
  listPasskeys,
  listSessions,
  listSshKeys,
  streamEvents,
  updatePasskey,
  updateSession,
  updateSshKey,
  updateUser,
  verifySession,
} satisfies UseCases;

export const QUOTES = {
} satisfies Quotes;

export const PREPARATIONS = {
  changePassword: prepareChangePassword,
  confirmPasswordReset: prepareConfirmPasswordReset,
  confirmSession: prepareConfirmSession,
  confirmSignUp: prepareConfirmSignUp,
  createSession: prepareCreateSession,
} satisfies Preparations<typeof USE_CASES>;
