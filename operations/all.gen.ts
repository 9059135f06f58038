/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { createAccountClosure, deleteAccountClosure, getAccountClosure } from './account-closure.ts';
import { createAccountExport, downloadAccountExport, getAccountExport, listAccountExports } from './account-exports.ts';
import { exportAuditLog, listAuditLog } from './audit-log.ts';
import { createBackup, deleteBackup, listBackups } from './backups.ts';
import { confirmEmailChange, createEmailChange, deleteEmailChange, getEmailChange, stopEmailChange } from './email-change.ts';
import { streamEvents } from './events.ts';
import { updateIpAddress } from './ip-addresses.ts';
import { addIso, deleteIso, getIso, listIsos } from './isos.ts';
import { getOperation, listOperations, listServerOperations } from './operations.ts';
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
import { createWebhook, deleteWebhook, getEventDelivery, getWebhook, listEventDeliveries, listWebhooks, replayEventDelivery, rotateWebhookSecret, testWebhook, updateWebhook } from './webhooks.ts';

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
  confirmEmailChange,
  confirmPasswordReset,
  confirmSession,
  confirmSignUp,
  createAccountClosure,
  createAccountExport,
  createBackup,
  createConfirmOptions,
  createEmailChange,
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
  createWebhook,
  deleteAccountClosure,
  deleteBackup,
  deleteCurrentSession,
  deleteEmailChange,
  deleteIso,
  deleteOtherSessions,
  deletePasskey,
  deleteSession,
  deleteSnapshot,
  deleteSshKey,
  deleteWebhook,
  deployServer,
  disableServerRescue,
  disableTwoFactor,
  downloadAccountExport,
  enableServerRescue,
  enableTwoFactor,
  exportAuditLog,
  getAccountClosure,
  getAccountExport,
  getConsoleLog,
  getConsoleScreenshot,
  getCurrentSession,
  getEmailChange,
  getEventDelivery,
  getIso,
  getOperation,
  getServer,
  getServerBandwidth,
  getServerMetrics,
  getServerStatus,
  getSignUp,
  getSshKey,
  getTwoFactorSecret,
  getUser,
  getWebhook,
  listAccountExports,
  listAuditLog,
  listBackups,
  listEventDeliveries,
  listIsos,
  listOperations,
  listPasskeys,
  listServerAddons,
  listServerOperations,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSessions,
  listSnapshots,
  listSshKeys,
  listWebhooks,
  modifyServerIsos,
  openConsole,
  powerOffServer,
  purchaseServerAddons,
  reinstallServer,
  renewServers,
  replayEventDelivery,
  restartServer,
  restoreServer,
  rotateWebhookSecret,
  scaleServer,
  scaleServerAddons,
  startServer,
  stopEmailChange,
  stopServer,
  streamEvents,
  testWebhook,
  undoCancelServer,
  undoCancelServerAddon,
  updateIpAddress,
  updatePasskey,
  updateServerHostname,
  updateServerSshKeys,
  updateSession,
  updateSshKey,
  updateUser,
  updateWebhook,
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
