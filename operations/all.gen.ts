/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { activateAffiliate, getAffiliate, listAffiliateConversions, listAffiliatePayouts, updateReferralCode } from './affiliate.ts';
import { depositFunds, getBalance, listBalanceTransactions } from './balance.ts';
import { streamEvents } from './events.ts';
import { attachFloatingIps, detachFloatingIps } from './floating-ips/move.ts';
import { purchaseFloatingIps, quotePurchaseFloatingIps } from './floating-ips/purchase.ts';
import { listFloatingIpPlans, listFloatingIps } from './floating-ips/reads.ts';
import { cancelFloatingIps, quoteCancelFloatingIps, quoteRenewFloatingIps, renewFloatingIps, undoCancelFloatingIps } from './floating-ips/term.ts';
import { downloadInvoice, downloadInvoiceUbl, downloadInvoices, listInvoices } from './invoices.ts';
import { changeRenewalPeriod, deleteOrder, quoteChangeRenewalPeriod, quoteUpdateOrder, updateOrder } from './orders/changes.ts';
import { payOrders } from './orders/pay.ts';
import { explainOrder, getOrder, listOrders } from './orders/reads.ts';
import { createPasskey, createPasskeyOptions, deletePasskey, listPasskeys, updatePasskey } from './passkeys.ts';
import { changePassword, confirmPasswordReset, createPasswordReset, prepareChangePassword, prepareConfirmPasswordReset } from './passwords.ts';
import { calculateServerAddonScale, cancelServerAddon, listServerAddons, purchaseServerAddons, quoteCancelServerAddon, quotePurchaseServerAddons, quoteScaleServerAddons, scaleServerAddons, undoCancelServerAddon } from './servers/addons.ts';
import { deployServer, quoteDeployServer } from './servers/deploy.ts';
import { powerOffServer, restartServer, startServer, stopServer } from './servers/power.ts';
import { getServer, listServerSummaries, listServers } from './servers/reads.ts';
import { calculateServerScale, listServerScalePlans, quoteScaleServer, scaleServer } from './servers/scale.ts';
import { calculateServerRenewal, cancelServer, quoteCancelServer, quoteRenewServers, renewServers, undoCancelServer } from './servers/term.ts';
import { getServerBandwidth, getServerMetrics, getServerStatus } from './servers/usage.ts';
import { confirmSession, createConfirmOptions, prepareConfirmSession } from './sessions/confirm.ts';
import { deleteCurrentSession, deleteOtherSessions, deleteSession, getCurrentSession, listSessions, updateSession } from './sessions/sessions.ts';
import { createPasskeySession, createSession, createSessionByLink, createSignInOptions, prepareCreateSession, verifySession } from './sessions/sign-in.ts';
import { confirmSignUp, createSignUp, getSignUp, prepareConfirmSignUp } from './sign-up.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactorSecret } from './user/two-factor.ts';
import { getUser, updateUser } from './user/user.ts';

export const USE_CASES = {
  activateAffiliate,
  addSshKey,
  attachFloatingIps,
  calculateServerAddonScale,
  calculateServerRenewal,
  calculateServerScale,
  cancelFloatingIps,
  cancelServer,
  cancelServerAddon,
  changePassword,
  changeRenewalPeriod,
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
  deleteOrder,
  deleteOtherSessions,
  deletePasskey,
  deleteSession,
  deleteSshKey,
  deployServer,
  depositFunds,
  detachFloatingIps,
  disableTwoFactor,
  downloadInvoice,
  downloadInvoiceUbl,
  downloadInvoices,
  enableTwoFactor,
  explainOrder,
  getAffiliate,
  getBalance,
  getCurrentSession,
  getOrder,
  getServer,
  getServerBandwidth,
  getServerMetrics,
  getServerStatus,
  getSignUp,
  getSshKey,
  getTwoFactorSecret,
  getUser,
  listAffiliateConversions,
  listAffiliatePayouts,
  listBalanceTransactions,
  listFloatingIpPlans,
  listFloatingIps,
  listInvoices,
  listOrders,
  listPasskeys,
  listServerAddons,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSessions,
  listSshKeys,
  payOrders,
  powerOffServer,
  purchaseFloatingIps,
  purchaseServerAddons,
  renewFloatingIps,
  renewServers,
  restartServer,
  scaleServer,
  scaleServerAddons,
  startServer,
  stopServer,
  streamEvents,
  undoCancelFloatingIps,
  undoCancelServer,
  undoCancelServerAddon,
  updateOrder,
  updatePasskey,
  updateReferralCode,
  updateSession,
  updateSshKey,
  updateUser,
  verifySession,
} satisfies UseCases;

export const QUOTES = {
  cancelFloatingIps: quoteCancelFloatingIps,
  cancelServer: quoteCancelServer,
  cancelServerAddon: quoteCancelServerAddon,
  changeRenewalPeriod: quoteChangeRenewalPeriod,
  deployServer: quoteDeployServer,
  purchaseFloatingIps: quotePurchaseFloatingIps,
  purchaseServerAddons: quotePurchaseServerAddons,
  renewFloatingIps: quoteRenewFloatingIps,
  renewServers: quoteRenewServers,
  scaleServer: quoteScaleServer,
  scaleServerAddons: quoteScaleServerAddons,
  updateOrder: quoteUpdateOrder,
} satisfies Quotes;

export const PREPARATIONS = {
  changePassword: prepareChangePassword,
  confirmPasswordReset: prepareConfirmPasswordReset,
  confirmSession: prepareConfirmSession,
  confirmSignUp: prepareConfirmSignUp,
  createSession: prepareCreateSession,
} satisfies Preparations<typeof USE_CASES>;
