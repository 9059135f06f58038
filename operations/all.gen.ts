/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { AllUseCases, Preparations, Quotes } from './define.ts';
import { createAccountClosure, deleteAccountClosure, getAccountClosure } from './account-closure.ts';
import { createAccountExport, downloadAccountExport, getAccountExport, listAccountExports } from './account-exports.ts';
import { activateAffiliate, getAffiliate, listAffiliateConversions, listAffiliatePayouts, updateReferralCode } from './affiliate.ts';
import { exportAuditLog, listAuditLog } from './audit-log.ts';
import { createBackup, deleteBackup, listBackups } from './backups.ts';
import { depositFunds, getBalance, listBalanceTransactions } from './balance.ts';
import { listCountries } from './countries.ts';
import { confirmEmailChange, createEmailChange, deleteEmailChange, getEmailChange, stopEmailChange } from './email-change.ts';
import { streamEvents } from './events.ts';
import { applyFirewall, createFirewall, deleteFirewall, getFirewall, listFirewalls, removeFirewall, setFirewallRules, updateFirewall } from './firewalls.ts';
import { attachFloatingIps, detachFloatingIps } from './floating-ips/move.ts';
import { purchaseFloatingIps, quotePurchaseFloatingIps } from './floating-ips/purchase.ts';
import { listFloatingIpPlans, listFloatingIps } from './floating-ips/reads.ts';
import { cancelFloatingIps, quoteCancelFloatingIps, quoteRenewFloatingIps, renewFloatingIps, undoCancelFloatingIps } from './floating-ips/term.ts';
import { acceptInvitation, createInvitation, deleteInvitation, joinWithNewUser, listInvitations, prepareJoinWithNewUser, resendInvitation } from './invitations.ts';
import { downloadInvoice, downloadInvoiceUbl, downloadInvoices, listInvoices } from './invoices.ts';
import { updateIpAddress } from './ip-addresses.ts';
import { addIso, deleteIso, getIso, listIsos } from './isos.ts';
import { acceptOwnership, deleteMember, listMembers, offerOwnership, updateMember, withdrawOwnershipOffer } from './members.ts';
import { getAttack, getAttackBandwidth, getProtection, getProtectionBandwidth, listAttacks, listBlockedIps } from './network-protection/attacks.ts';
import { allowMe, deleteBlacklist, deleteGeoFilter, deleteWhitelist, dryRunProtection, getBlacklist, getGeoFilter, getWhitelist, setBlacklist, setGeoFilter, setWhitelist, updateBlacklist, updateGeoFilter, updateWhitelist } from './network-protection/lists.ts';
import { getOperation, listOperations, listServerOperations } from './operations.ts';
import { changeRenewalPeriod, deleteOrder, quoteChangeRenewalPeriod, quoteUpdateOrder, updateOrder } from './orders/changes.ts';
import { payOrders } from './orders/pay.ts';
import { explainOrder, getOrder, listOrders } from './orders/reads.ts';
import { createPasskey, createPasskeyOptions, deletePasskey, listPasskeys, updatePasskey } from './passkeys.ts';
import { changePassword, confirmPasswordReset, createPasswordReset, prepareChangePassword, prepareConfirmPasswordReset } from './passwords.ts';
import { deletePaymentCard, listPaymentCards } from './payment-cards.ts';
import { listPaymentMethods } from './payment-methods.ts';
import { listPlanAddons, listPlanPromoCodes, listPlans } from './plans.ts';
import { listServerImages } from './server-images.ts';
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
import { completeSingleSignOn, prepareCompleteSingleSignOn } from './single-sign-on/complete.ts';
import { deleteIdentityProvider, getIdentityProvider, prepareVerifyIdentityDomains, putIdentityProvider, verifyIdentityDomains } from './single-sign-on/provider.ts';
import { beginSingleSignOn, confirmBySingleSignOn, prepareBeginSingleSignOn, prepareConfirmBySingleSignOn, prepareTestIdentityProvider, testIdentityProvider } from './single-sign-on/redirects.ts';
import { createSnapshot, deleteSnapshot, listSnapshots } from './snapshots.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';
import { createSupportAccess, deleteSupportAccess, listSupportAccess } from './support-access.ts';
import { cancelSupportPlan, getSupportPlan, listSupportPlans, purchaseSupportPlan, quoteCancelSupportPlan, quotePurchaseSupportPlan, quoteRenewSupportPlan, renewSupportPlan, undoCancelSupportPlan } from './support/plans.ts';
import { createTicket, downloadTicketAttachment, getTicket, listDepartments, listTicketServices, listTickets, replyToTicket, resolveTicket } from './support/tickets.ts';
import { createToken, deleteToken, listTokens, rotateToken, updateToken } from './tokens.ts';
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactorSecret } from './user/two-factor.ts';
import { getUser, updateUser } from './user/user.ts';
import { createWebhook, deleteWebhook, getEventDelivery, getWebhook, listEventDeliveries, listWebhooks, replayEventDelivery, rotateWebhookSecret, testWebhook, updateWebhook } from './webhooks.ts';

export const USE_CASES = {
  acceptInvitation,
  acceptOwnership,
  activateAffiliate,
  addIso,
  addSshKey,
  allowMe,
  applyFirewall,
  attachFloatingIps,
  beginSingleSignOn,
  calculateServerAddonScale,
  calculateServerRenewal,
  calculateServerScale,
  cancelFloatingIps,
  cancelServer,
  cancelServerAddon,
  cancelSupportPlan,
  changePassword,
  changeRenewalPeriod,
  changeServerPassword,
  changeServerPrimaryIp,
  completeSingleSignOn,
  confirmBySingleSignOn,
  confirmEmailChange,
  confirmPasswordReset,
  confirmSession,
  confirmSignUp,
  createAccountClosure,
  createAccountExport,
  createBackup,
  createConfirmOptions,
  createEmailChange,
  createFirewall,
  createInvitation,
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
  createSupportAccess,
  createTicket,
  createToken,
  createWebhook,
  deleteAccountClosure,
  deleteBackup,
  deleteBlacklist,
  deleteCurrentSession,
  deleteEmailChange,
  deleteFirewall,
  deleteGeoFilter,
  deleteIdentityProvider,
  deleteInvitation,
  deleteIso,
  deleteMember,
  deleteOrder,
  deleteOtherSessions,
  deletePasskey,
  deletePaymentCard,
  deleteSession,
  deleteSnapshot,
  deleteSshKey,
  deleteSupportAccess,
  deleteToken,
  deleteWebhook,
  deleteWhitelist,
  deployServer,
  depositFunds,
  detachFloatingIps,
  disableServerRescue,
  disableTwoFactor,
  downloadAccountExport,
  downloadInvoice,
  downloadInvoiceUbl,
  downloadInvoices,
  downloadTicketAttachment,
  dryRunProtection,
  enableServerRescue,
  enableTwoFactor,
  explainOrder,
  exportAuditLog,
  getAccountClosure,
  getAccountExport,
  getAffiliate,
  getAttack,
  getAttackBandwidth,
  getBalance,
  getBlacklist,
  getConsoleLog,
  getConsoleScreenshot,
  getCurrentSession,
  getEmailChange,
  getEventDelivery,
  getFirewall,
  getGeoFilter,
  getIdentityProvider,
  getIso,
  getOperation,
  getOrder,
  getProtection,
  getProtectionBandwidth,
  getServer,
  getServerBandwidth,
  getServerMetrics,
  getServerStatus,
  getSignUp,
  getSshKey,
  getSupportPlan,
  getTicket,
  getTwoFactorSecret,
  getUser,
  getWebhook,
  getWhitelist,
  joinWithNewUser,
  listAccountExports,
  listAffiliateConversions,
  listAffiliatePayouts,
  listAttacks,
  listAuditLog,
  listBackups,
  listBalanceTransactions,
  listBlockedIps,
  listCountries,
  listDepartments,
  listEventDeliveries,
  listFirewalls,
  listFloatingIpPlans,
  listFloatingIps,
  listInvitations,
  listInvoices,
  listIsos,
  listMembers,
  listOperations,
  listOrders,
  listPasskeys,
  listPaymentCards,
  listPaymentMethods,
  listPlanAddons,
  listPlanPromoCodes,
  listPlans,
  listServerAddons,
  listServerImages,
  listServerOperations,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSessions,
  listSnapshots,
  listSshKeys,
  listSupportAccess,
  listSupportPlans,
  listTicketServices,
  listTickets,
  listTokens,
  listWebhooks,
  modifyServerIsos,
  offerOwnership,
  openConsole,
  payOrders,
  powerOffServer,
  purchaseFloatingIps,
  purchaseServerAddons,
  purchaseSupportPlan,
  putIdentityProvider,
  reinstallServer,
  removeFirewall,
  renewFloatingIps,
  renewServers,
  renewSupportPlan,
  replayEventDelivery,
  replyToTicket,
  resendInvitation,
  resolveTicket,
  restartServer,
  restoreServer,
  rotateToken,
  rotateWebhookSecret,
  scaleServer,
  scaleServerAddons,
  setBlacklist,
  setFirewallRules,
  setGeoFilter,
  setWhitelist,
  startServer,
  stopEmailChange,
  stopServer,
  streamEvents,
  testIdentityProvider,
  testWebhook,
  undoCancelFloatingIps,
  undoCancelServer,
  undoCancelServerAddon,
  undoCancelSupportPlan,
  updateBlacklist,
  updateFirewall,
  updateGeoFilter,
  updateIpAddress,
  updateMember,
  updateOrder,
  updatePasskey,
  updateReferralCode,
  updateServerHostname,
  updateServerSshKeys,
  updateSession,
  updateSshKey,
  updateToken,
  updateUser,
  updateWebhook,
  updateWhitelist,
  verifyIdentityDomains,
  verifySession,
  withdrawOwnershipOffer,
} satisfies AllUseCases;

export const QUOTES = {
  cancelFloatingIps: quoteCancelFloatingIps,
  cancelServer: quoteCancelServer,
  cancelServerAddon: quoteCancelServerAddon,
  cancelSupportPlan: quoteCancelSupportPlan,
  changeRenewalPeriod: quoteChangeRenewalPeriod,
  deployServer: quoteDeployServer,
  purchaseFloatingIps: quotePurchaseFloatingIps,
  purchaseServerAddons: quotePurchaseServerAddons,
  purchaseSupportPlan: quotePurchaseSupportPlan,
  renewFloatingIps: quoteRenewFloatingIps,
  renewServers: quoteRenewServers,
  renewSupportPlan: quoteRenewSupportPlan,
  scaleServer: quoteScaleServer,
  scaleServerAddons: quoteScaleServerAddons,
  updateOrder: quoteUpdateOrder,
} satisfies Quotes;

export const PREPARATIONS = {
  beginSingleSignOn: prepareBeginSingleSignOn,
  changePassword: prepareChangePassword,
  completeSingleSignOn: prepareCompleteSingleSignOn,
  confirmBySingleSignOn: prepareConfirmBySingleSignOn,
  confirmPasswordReset: prepareConfirmPasswordReset,
  confirmSession: prepareConfirmSession,
  confirmSignUp: prepareConfirmSignUp,
  createSession: prepareCreateSession,
  joinWithNewUser: prepareJoinWithNewUser,
  testIdentityProvider: prepareTestIdentityProvider,
  verifyIdentityDomains: prepareVerifyIdentityDomains,
} satisfies Preparations<typeof USE_CASES>;
