/** Made by `npm run gen`: the use cases of staff, by operation, with the preparations of their sign-in. */
import type { StaffPreparations, StaffUseCases } from './define.staff.ts';
import { endAccess, forceAccess, listAccess, openAccess } from './access.staff.ts';
import { chargeAccount, createAccount, endAccount, fundAccount, listAccounts, noteAccount, resumeAccount, setAccount, showAccount, suspendAccount, unparkAccount } from './accounts.staff.ts';
import { whoAddress } from './addresses.staff.ts';
import { acknowledgeAlert, closeAlert, listAlerts } from './alerts.staff.ts';
import { approveApproval, listApprovals, refuseApproval, showApproval } from './approvals.staff.ts';
import { listAudit } from './audit.staff.ts';
import { assignBank, listBank } from './bank.staff.ts';
import { addCanned, listCanned, removeCanned, setCanned, showCanned } from './canned-replies.staff.ts';
import { pushDns, setDns, showDns } from './dns.staff.ts';
import { confirmDomain, listDomains, releaseDomain } from './domains.staff.ts';
import { importGeo, setGeo, showGeo } from './geo.staff.ts';
import { disableImage, enableImage, listImages, setImage } from './images.staff.ts';
import { dropInbox, listInbox, releaseInbox, setInbox, showInbox } from './inbox.staff.ts';
import { listAllInvoices, showInvoice } from './invoices.staff.ts';
import { addPublicIso, listAllIsos } from './isos.staff.ts';
import { removeLogo, showLogo } from './logo.staff.ts';
import { listMails, retryMail } from './mails.staff.ts';
import { showNetwork, uplinkNetwork } from './network.staff.ts';
import { activateNode, addNode, drainNode, listNodes, setNode, showNode, unlinkNode } from './nodes.staff.ts';
import { addOrder, refundOrder, showOrder } from './orders.staff.ts';
import { confirmPayment, failPayment, listPayments, refundPayment, settleDispute, showPayment } from './payments.staff.ts';
import { disablePlan, enablePlan, listAllPlans, setPlan } from './plans.staff.ts';
import { activatePool, addPool, drainPool, exportPool, listPools, removePool, setPool, showPool } from './pools.staff.ts';
import { showProvider } from './provider.staff.ts';
import { failRefund, listRefunds, settleRefund } from './refunds.staff.ts';
import { showScanner } from './scanner.staff.ts';
import { listAllServers, showServer } from './servers.staff.ts';
import { moveServer, placeServer } from './servers/move.staff.ts';
import { endService, keepService, listServices, postponeService, resumeService, setService, suspendService } from './services.staff.ts';
import { beginStaffConfirmation, beginStaffSignOn, prepareBeginStaffConfirmation, prepareBeginStaffSignOn } from './sessions/begin-sign-on.staff.ts';
import { completeStaffSignOn, prepareCompleteStaffSignOn } from './sessions/complete-sign-on.staff.ts';
import { beginStaffSetUp, completeStaffSetUp, prepareBeginStaffSetUp } from './sessions/set-up.staff.ts';
import { confirmStaffSession, createStaffSession, deleteStaffSession, prepareConfirmStaffSession, prepareCreateStaffSession, showStaffSession } from './sessions/sign-in.staff.ts';
import { inviteSignup, listSignups, setSignup, showSignup } from './signups.staff.ts';
import { addStaff, disableStaff, enableStaff, listStaff, revokeStaff, setStaff, tokenStaff, tokensStaff } from './staff.staff.ts';
import { reportTax } from './tax.staff.ts';
import { forwardTicket, noteTicket, replyTicket } from './tickets/answer.staff.ts';
import { saveAttachment } from './tickets/attachments.staff.ts';
import { listAllTickets, showTicket } from './tickets/list.staff.ts';
import { assignTicket, mergeTicket, reopenTicket, resolveTicketUnanswered } from './tickets/state.staff.ts';
import { listAllTokens, revokeToken, setToken } from './tokens.staff.ts';
import { changeUser, resetUser, withdrawUser } from './users.staff.ts';
import { cancelWorkflow, listWorkflows, retryWorkflow, showWorkflow } from './workflows.staff.ts';

export const STAFF_USE_CASES = {
  acknowledgeAlert,
  activateNode,
  activatePool,
  addCanned,
  addNode,
  addOrder,
  addPool,
  addPublicIso,
  addStaff,
  approveApproval,
  assignBank,
  assignTicket,
  beginStaffConfirmation,
  beginStaffSetUp,
  beginStaffSignOn,
  cancelWorkflow,
  changeUser,
  chargeAccount,
  closeAlert,
  completeStaffSetUp,
  completeStaffSignOn,
  confirmDomain,
  confirmPayment,
  confirmStaffSession,
  createAccount,
  createStaffSession,
  deleteStaffSession,
  disableImage,
  disablePlan,
  disableStaff,
  drainNode,
  drainPool,
  dropInbox,
  enableImage,
  enablePlan,
  enableStaff,
  endAccess,
  endAccount,
  endService,
  exportPool,
  failPayment,
  failRefund,
  forceAccess,
  forwardTicket,
  fundAccount,
  importGeo,
  inviteSignup,
  keepService,
  listAccess,
  listAccounts,
  listAlerts,
  listAllInvoices,
  listAllIsos,
  listAllPlans,
  listAllServers,
  listAllTickets,
  listAllTokens,
  listApprovals,
  listAudit,
  listBank,
  listCanned,
  listDomains,
  listImages,
  listInbox,
  listMails,
  listNodes,
  listPayments,
  listPools,
  listRefunds,
  listServices,
  listSignups,
  listStaff,
  listWorkflows,
  mergeTicket,
  moveServer,
  noteAccount,
  noteTicket,
  openAccess,
  placeServer,
  postponeService,
  pushDns,
  refundOrder,
  refundPayment,
  refuseApproval,
  releaseDomain,
  releaseInbox,
  removeCanned,
  removeLogo,
  removePool,
  reopenTicket,
  replyTicket,
  reportTax,
  resetUser,
  resolveTicketUnanswered,
  resumeAccount,
  resumeService,
  retryMail,
  retryWorkflow,
  revokeStaff,
  revokeToken,
  saveAttachment,
  setAccount,
  setCanned,
  setDns,
  setGeo,
  setImage,
  setInbox,
  setNode,
  setPlan,
  setPool,
  setService,
  setSignup,
  setStaff,
  setToken,
  settleDispute,
  settleRefund,
  showAccount,
  showApproval,
  showCanned,
  showDns,
  showGeo,
  showInbox,
  showInvoice,
  showLogo,
  showNetwork,
  showNode,
  showOrder,
  showPayment,
  showPool,
  showProvider,
  showScanner,
  showServer,
  showSignup,
  showStaffSession,
  showTicket,
  showWorkflow,
  suspendAccount,
  suspendService,
  tokenStaff,
  tokensStaff,
  unlinkNode,
  unparkAccount,
  uplinkNetwork,
  whoAddress,
  withdrawUser,
} satisfies StaffUseCases;

export const STAFF_PREPARATIONS = {
  beginStaffConfirmation: prepareBeginStaffConfirmation,
  beginStaffSetUp: prepareBeginStaffSetUp,
  beginStaffSignOn: prepareBeginStaffSignOn,
  completeStaffSignOn: prepareCompleteStaffSignOn,
  confirmStaffSession: prepareConfirmStaffSession,
  createStaffSession: prepareCreateStaffSession,
} satisfies StaffPreparations<typeof STAFF_USE_CASES>;
