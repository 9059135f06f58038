/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { createBackup, deleteBackup, listBackups } from './backups.ts';
import { streamEvents } from './events.ts';
import { updateIpAddress } from './ip-addresses.ts';
import { addIso, deleteIso, getIso, listIsos } from './isos.ts';
import { createPasskey, createPasskeyOptions, deletePasskey, listPasskeys, updatePasskey } from './passkeys.ts';
import { changePassword, confirmPasswordReset, createPasswordReset, prepareChangePassword, prepareConfirmPasswordReset } from './passwords.ts';
import { changeServerPassword, changeServerPrimaryIp, disableServerRescue, enableServerRescue, updateServerHostname, updateServerSshKeys } from './servers/access.ts';
import { calculateServerAddonScale, cancelServerAddon, listServerAddons, purchaseServerAddons, quoteCancelServerAddon, quotePurchaseServerAddons, quoteScaleServerAddons, scaleServerAddons, undoCancelServerAddon } from './servers/addons.ts';
import { getConsoleLog, getConsoleScreenshot, openConsole } from './servers/console.ts';
import { deployServer, quoteDeployServer } from './servers/deploy.ts';
import { modifyServerIsos, reinstallServer, restoreServer } from './servers/disk.ts';
import { powerOffServer, restartServer, startServer, stopServer } from './servers/power.ts';
import { getServer, listServerSummaries, listServers } from './servers/reads.ts';
import { calculateServerScale, listServerScalePlans, quoteScaleServer, scaleServer } from './servers/scale.ts';
import { calculateServerRenewal, cancelServer, quoteCancelServer, quoteRenewServers, renewServers, undoCancelServer } from './servers/term.ts';
import { getServerBandwidth, getServerMetrics, getServerStatus } from './servers/usage.ts';
import { confirmSession, createConfirmOptions, prepareConfirmSession } from './sessions/confirm.ts';
import { deleteCurrentSession, deleteOtherSessions, deleteSession, getCurrentSession, listSessions, updateSession } from './sessions/sessions.ts';
import { createPasskeySession, createSession, createSessionByLink, createSignInOptions, prepareCreateSession, verifySession } from './sessions/sign-in.ts';
import { confirmSignUp, createSignUp, getSignUp, prepareConfirmSignUp } from './sign-up.ts';
import { createSnapshot, deleteSnapshot, listSnapshots } from './snapshots.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactorSecret } from './user/two-factor.ts';
import { getUser, updateUser } from './user/user.ts';

export const USE_CASES = {
  addIso,
  addSshKey,
  calculateServerAddonScale,
  calculateServerRenewal,
  calculateServerScale,
  cancelServer,
  cancelServerAddon,
  changePassword,
  changeServerPassword,
  changeServerPrimaryIp,
  confirmPasswordReset,
  confirmSession,
  confirmSignUp,
  createBackup,
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
  createSnapshot,
  deleteBackup,
  deleteCurrentSession,
  deleteIso,
  deleteOtherSessions,
  deletePasskey,
  deleteSession,
  deleteSnapshot,
  deleteSshKey,
  deployServer,
  disableServerRescue,
  disableTwoFactor,
  enableServerRescue,
  enableTwoFactor,
  getConsoleLog,
  getConsoleScreenshot,
  getCurrentSession,
  getIso,
  getServer,
  getServerBandwidth,
  getServerMetrics,
  getServerStatus,
  getSignUp,
  getSshKey,
  getTwoFactorSecret,
  getUser,
  listBackups,
  listIsos,
  listPasskeys,
  listServerAddons,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSessions,
  listSnapshots,
  listSshKeys,
  modifyServerIsos,
  openConsole,
  powerOffServer,
  purchaseServerAddons,
  reinstallServer,
  renewServers,
  restartServer,
  restoreServer,
  scaleServer,
  scaleServerAddons,
  startServer,
  stopServer,
  streamEvents,
  undoCancelServer,
  undoCancelServerAddon,
  updateIpAddress,
  updatePasskey,
  updateServerHostname,
  updateServerSshKeys,
  updateSession,
  updateSshKey,
  updateUser,
  verifySession,
} satisfies UseCases;

export const QUOTES = {
  cancelServer: quoteCancelServer,
  cancelServerAddon: quoteCancelServerAddon,
  deployServer: quoteDeployServer,
  purchaseServerAddons: quotePurchaseServerAddons,
  renewServers: quoteRenewServers,
  scaleServer: quoteScaleServer,
  scaleServerAddons: quoteScaleServerAddons,
} satisfies Quotes;

export const PREPARATIONS = {
  changePassword: prepareChangePassword,
  confirmPasswordReset: prepareConfirmPasswordReset,
  confirmSession: prepareConfirmSession,
  confirmSignUp: prepareConfirmSignUp,
  createSession: prepareCreateSession,
} satisfies Preparations<typeof USE_CASES>;
