/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { listCountries } from './countries.ts';
import { streamEvents } from './events.ts';
import { applyFirewall, createFirewall, deleteFirewall, getFirewall, listFirewalls, removeFirewall, setFirewallRules, updateFirewall } from './firewalls.ts';
import { getAttack, getAttackBandwidth, getProtection, getProtectionBandwidth, listAttacks, listBlockedIps } from './network-protection/attacks.ts';
import { allowMe, deleteBlacklist, deleteGeoFilter, deleteWhitelist, dryRunProtection, getBlacklist, getGeoFilter, getWhitelist, setBlacklist, setGeoFilter, setWhitelist, updateBlacklist, updateGeoFilter, updateWhitelist } from './network-protection/lists.ts';
import { createPasskey, createPasskeyOptions, deletePasskey, listPasskeys, updatePasskey } from './passkeys.ts';
import { changePassword, confirmPasswordReset, createPasswordReset, prepareChangePassword, prepareConfirmPasswordReset } from './passwords.ts';
import { deletePaymentCard, listPaymentCards } from './payment-cards.ts';
import { listPaymentMethods } from './payment-methods.ts';
import { listPlanAddons, listPlanPromoCodes, listPlans } from './plans.ts';
import { listServerImages } from './server-images.ts';
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
import { cancelSupportPlan, getSupportPlan, listSupportPlans, purchaseSupportPlan, quoteCancelSupportPlan, quotePurchaseSupportPlan, quoteRenewSupportPlan, renewSupportPlan, undoCancelSupportPlan } from './support/plans.ts';
import { createTicket, downloadTicketAttachment, getTicket, listDepartments, listTicketServices, listTickets, replyToTicket, resolveTicket } from './support/tickets.ts';
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactorSecret } from './user/two-factor.ts';
import { getUser, updateUser } from './user/user.ts';

export const USE_CASES = {
  addSshKey,
  allowMe,
  applyFirewall,
  calculateServerAddonScale,
  calculateServerRenewal,
  calculateServerScale,
  cancelServer,
  cancelServerAddon,
  cancelSupportPlan,
  changePassword,
  confirmPasswordReset,
  confirmSession,
  confirmSignUp,
  createConfirmOptions,
  createFirewall,
  createPasskey,
  createPasskeyOptions,
  createPasskeySession,
  createPasswordReset,
  createRecoveryCodes,
  createSession,
  createSessionByLink,
  createSignInOptions,
  createSignUp,
  createTicket,
  deleteBlacklist,
  deleteCurrentSession,
  deleteFirewall,
  deleteGeoFilter,
  deleteOtherSessions,
  deletePasskey,
  deletePaymentCard,
  deleteSession,
  deleteSshKey,
  deleteWhitelist,
  deployServer,
  disableTwoFactor,
  downloadTicketAttachment,
  dryRunProtection,
  enableTwoFactor,
  getAttack,
  getAttackBandwidth,
  getBlacklist,
  getCurrentSession,
  getFirewall,
  getGeoFilter,
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
  getWhitelist,
  listAttacks,
  listBlockedIps,
  listCountries,
  listDepartments,
  listFirewalls,
  listPasskeys,
  listPaymentCards,
  listPaymentMethods,
  listPlanAddons,
  listPlanPromoCodes,
  listPlans,
  listServerAddons,
  listServerImages,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSessions,
  listSshKeys,
  listSupportPlans,
  listTicketServices,
  listTickets,
  powerOffServer,
  purchaseServerAddons,
  purchaseSupportPlan,
  removeFirewall,
  renewServers,
  renewSupportPlan,
  replyToTicket,
  resolveTicket,
  restartServer,
  scaleServer,
  scaleServerAddons,
  setBlacklist,
  setFirewallRules,
  setGeoFilter,
  setWhitelist,
  startServer,
  stopServer,
  streamEvents,
  undoCancelServer,
  undoCancelServerAddon,
  undoCancelSupportPlan,
  updateBlacklist,
  updateFirewall,
  updateGeoFilter,
  updatePasskey,
  updateSession,
  updateSshKey,
  updateUser,
  updateWhitelist,
  verifySession,
} satisfies UseCases;

export const QUOTES = {
  cancelServer: quoteCancelServer,
  cancelServerAddon: quoteCancelServerAddon,
  cancelSupportPlan: quoteCancelSupportPlan,
  deployServer: quoteDeployServer,
  purchaseServerAddons: quotePurchaseServerAddons,
  purchaseSupportPlan: quotePurchaseSupportPlan,
  renewServers: quoteRenewServers,
  renewSupportPlan: quoteRenewSupportPlan,
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
