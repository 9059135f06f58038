/** Maps the operator's operations to use cases. The commands of `./innkeeper` call the same use cases. */
import type { OperatorInput, OperatorOperationName, OperatorResult } from '@innkeeper/contract/operator/all';
import type { AttachmentFiles, UploadedFile } from '@innkeeper/domain/tickets/files';
import { endAccess } from '@innkeeper/operations/operator/access/end';
import { forceAccess } from '@innkeeper/operations/operator/access/force';
import { listAccess } from '@innkeeper/operations/operator/access/list';
import { openAccess } from '@innkeeper/operations/operator/access/open';
import { createAccount } from '@innkeeper/operations/operator/accounts/create';
import { fundAccount } from '@innkeeper/operations/operator/accounts/fund';
import { listAccounts } from '@innkeeper/operations/operator/accounts/list';
import { noteAccount } from '@innkeeper/operations/operator/accounts/note';
import { resumeAccount } from '@innkeeper/operations/operator/accounts/resume';
import { setAccount } from '@innkeeper/operations/operator/accounts/set';
import { showAccount } from '@innkeeper/operations/operator/accounts/show';
import { suspendAccount } from '@innkeeper/operations/operator/accounts/suspend';
import { unparkAccount } from '@innkeeper/operations/operator/accounts/unpark';
import { whoAddress } from '@innkeeper/operations/operator/addresses/who';
import { acknowledgeAlert } from '@innkeeper/operations/operator/alerts/acknowledge';
import { closeAlert } from '@innkeeper/operations/operator/alerts/close';
import { listAlerts } from '@innkeeper/operations/operator/alerts/list';
import { approveApproval } from '@innkeeper/operations/operator/approvals/approve';
import { listApprovals } from '@innkeeper/operations/operator/approvals/list';
import { refuseApproval } from '@innkeeper/operations/operator/approvals/refuse';
import { listAudit } from '@innkeeper/operations/operator/audit/list';
import { assignBank } from '@innkeeper/operations/operator/bank/assign';
import { listBank } from '@innkeeper/operations/operator/bank/list';
import { addCanned } from '@innkeeper/operations/operator/canned-replies/add';
import { listCanned } from '@innkeeper/operations/operator/canned-replies/list';
import { removeCanned } from '@innkeeper/operations/operator/canned-replies/remove';
import { setCanned } from '@innkeeper/operations/operator/canned-replies/set';
import { showCanned } from '@innkeeper/operations/operator/canned-replies/show';
import type { OperatorCx } from '@innkeeper/operations/operator/context';
import { pushDns } from '@innkeeper/operations/operator/dns/push';
import { setDns } from '@innkeeper/operations/operator/dns/set';
import { showDns } from '@innkeeper/operations/operator/dns/show';
import { confirmDomain } from '@innkeeper/operations/operator/domains/confirm';
import { listDomains } from '@innkeeper/operations/operator/domains/list';
import { releaseDomain } from '@innkeeper/operations/operator/domains/release';
import { importGeo } from '@innkeeper/operations/operator/geo/import';
import { setGeo } from '@innkeeper/operations/operator/geo/set';
import { showGeo } from '@innkeeper/operations/operator/geo/show';
import { listImages } from '@innkeeper/operations/operator/images/list';
import { disableImage, enableImage } from '@innkeeper/operations/operator/images/sale';
import { setImage } from '@innkeeper/operations/operator/images/set';
import { dropInbox } from '@innkeeper/operations/operator/inbox/drop';
import { listInbox } from '@innkeeper/operations/operator/inbox/list';
import { releaseInbox } from '@innkeeper/operations/operator/inbox/release';
import { setInbox } from '@innkeeper/operations/operator/inbox/set';
import { showInbox } from '@innkeeper/operations/operator/inbox/show';
import { listAllInvoices } from '@innkeeper/operations/operator/invoices/list';
import { showInvoice } from '@innkeeper/operations/operator/invoices/show';
import { addPublicIso } from '@innkeeper/operations/operator/isos/add';
import { listAllIsos } from '@innkeeper/operations/operator/isos/list';
import { removeLogo } from '@innkeeper/operations/operator/logo/remove';
import { showLogo } from '@innkeeper/operations/operator/logo/show';
import { listMails } from '@innkeeper/operations/operator/mails/list';
import { retryMail } from '@innkeeper/operations/operator/mails/retry';
import { showNetwork } from '@innkeeper/operations/operator/network/show';
import { uplinkNetwork } from '@innkeeper/operations/operator/network/uplink';
import { activateNode } from '@innkeeper/operations/operator/nodes/activate';
import { addNode } from '@innkeeper/operations/operator/nodes/add';
import { drainNode } from '@innkeeper/operations/operator/nodes/drain';
import { listNodes } from '@innkeeper/operations/operator/nodes/list';
import { setNode } from '@innkeeper/operations/operator/nodes/set';
import { showNode } from '@innkeeper/operations/operator/nodes/show';
import { addOrder } from '@innkeeper/operations/operator/orders/add';
import { confirmPayment } from '@innkeeper/operations/operator/payments/confirm';
import { failPayment } from '@innkeeper/operations/operator/payments/fail';
import { listPayments } from '@innkeeper/operations/operator/payments/list';
import { refundPayment } from '@innkeeper/operations/operator/payments/refund';
import { settleDispute } from '@innkeeper/operations/operator/payments/settle';
import { showPayment } from '@innkeeper/operations/operator/payments/show';
import { listAllPlans } from '@innkeeper/operations/operator/plans/list';
import { disablePlan, enablePlan } from '@innkeeper/operations/operator/plans/sale';
import { setPlan } from '@innkeeper/operations/operator/plans/set';
import { activatePool } from '@innkeeper/operations/operator/pools/activate';
import { addPool } from '@innkeeper/operations/operator/pools/add';
import { drainPool } from '@innkeeper/operations/operator/pools/drain';
import { exportPool } from '@innkeeper/operations/operator/pools/export';
import { listPools } from '@innkeeper/operations/operator/pools/list';
import { removePool } from '@innkeeper/operations/operator/pools/remove';
import { setPool } from '@innkeeper/operations/operator/pools/set';
import { showPool } from '@innkeeper/operations/operator/pools/show';
import { showProvider } from '@innkeeper/operations/operator/provider/show';
import { showScanner } from '@innkeeper/operations/operator/scanner/show';
import { listAllServers } from '@innkeeper/operations/operator/servers/list';
import { showServer } from '@innkeeper/operations/operator/servers/show';
import { postponeService } from '@innkeeper/operations/operator/services/postpone';
import { resumeService } from '@innkeeper/operations/operator/services/resume';
import { setService } from '@innkeeper/operations/operator/services/set';
import { suspendService } from '@innkeeper/operations/operator/services/suspend';
import { inviteSignup } from '@innkeeper/operations/operator/signups/invite';
import { listSignups } from '@innkeeper/operations/operator/signups/list';
import { setSignup } from '@innkeeper/operations/operator/signups/set';
import { showSignup } from '@innkeeper/operations/operator/signups/show';
import { addStaff } from '@innkeeper/operations/operator/staff/add';
import { disableStaff } from '@innkeeper/operations/operator/staff/disable';
import { enableStaff } from '@innkeeper/operations/operator/staff/enable';
import { listStaff } from '@innkeeper/operations/operator/staff/list';
import { revokeStaff } from '@innkeeper/operations/operator/staff/revoke';
import { setStaff } from '@innkeeper/operations/operator/staff/set';
import { tokenStaff } from '@innkeeper/operations/operator/staff/token';
import { tokensStaff } from '@innkeeper/operations/operator/staff/tokens';
import { reportTax } from '@innkeeper/operations/operator/tax/report';
import { assignTicket } from '@innkeeper/operations/operator/tickets/assign';
import { downloadAttachment } from '@innkeeper/operations/operator/tickets/download-attachment';
import { forwardTicket } from '@innkeeper/operations/operator/tickets/forward';
import { listAllTickets } from '@innkeeper/operations/operator/tickets/list';
import { mergeTicket } from '@innkeeper/operations/operator/tickets/merge';
import { noteTicket } from '@innkeeper/operations/operator/tickets/note';
import { reopenTicket } from '@innkeeper/operations/operator/tickets/reopen';
import { replyTicket } from '@innkeeper/operations/operator/tickets/reply';
import { resolveTicketUnanswered } from '@innkeeper/operations/operator/tickets/resolve';
import { showTicket } from '@innkeeper/operations/operator/tickets/show';
import { listAllTokens } from '@innkeeper/operations/operator/tokens/list';
import { revokeToken } from '@innkeeper/operations/operator/tokens/revoke';
import { setToken } from '@innkeeper/operations/operator/tokens/set';
import { changeUser } from '@innkeeper/operations/operator/users/change';
import { resetUser } from '@innkeeper/operations/operator/users/reset';
import { withdrawUser } from '@innkeeper/operations/operator/users/withdraw';
import { cancelWorkflow, type PointOfNoReturn } from '@innkeeper/operations/operator/workflows/cancel';
import { listWorkflows } from '@innkeeper/operations/operator/workflows/list';
import { retryWorkflow } from '@innkeeper/operations/operator/workflows/retry';
import { showWorkflow } from '@innkeeper/operations/operator/workflows/show';
import type { Content, WithHeaders } from '@innkeeper/present/reply';
import { attachmentReply } from '../handlers/support/attachment-reply.ts';

/** Dependencies of use cases from the process, other than the database. */
export interface OperatorServices {
  /** Passed in by the process, because http/ must not import the steps of workflows. */
  pointOfNoReturn: PointOfNoReturn;
}

/** Dependencies of use cases, including those that the rest of the API also uses. */
interface Services extends OperatorServices {
  attachments: AttachmentFiles;
}

export type UseCases = {
  [Name in OperatorOperationName]?: (
    cx: OperatorCx,
    input: OperatorInput<Name>,
    services: Services,
    /** Uploaded files of the form. The files stay only if the use case stores rows for them. */
    files: readonly UploadedFile[],
  ) => Promise<OperatorResult<Name> | WithHeaders<Content>>;
};

/** Use case with untyped input. The entry of the contract validates the input before the call. */
export type AnyUseCase = (cx: OperatorCx, input: unknown, services: Services, files: readonly UploadedFile[]) => Promise<unknown>;

/** Returns `unknown` as the state of each machine, because the API has no access to machines. */
const UNKNOWN_STATE = () => 'unknown';

export const USE_CASES: UseCases = {
  endAccess,
  forceAccess,
  listAccess,
  openAccess,
  createAccount,
  fundAccount,
  listAccounts,
  noteAccount,
  resumeAccount,
  setAccount,
  showAccount,
  suspendAccount,
  unparkAccount,
  addCanned,
  listCanned,
  removeCanned,
  setCanned,
  showCanned,
  confirmDomain,
  listDomains,
  releaseDomain,
  showProvider,
  showScanner,
  showLogo,
  removeLogo,
  closeAlert,
  listAlerts,
  pushDns,
  setDns,
  showDns,
  importGeo,
  setGeo,
  showGeo,
  listImages,
  disableImage,
  enableImage,
  setImage,
  listInbox,
  dropInbox,
  releaseInbox,
  inviteSignup,
  listSignups,
  setSignup,
  showSignup,
  // Pass no password: the password file of the mailbox can be read only on the host.
  setInbox: (cx, input) => setInbox(cx, input),
  showInbox,
  listAllInvoices,
  showInvoice,
  addPublicIso,
  listAllIsos,
  listMails,
  retryMail,
  showNetwork,
  uplinkNetwork,
  activateNode,
  addNode,
  drainNode,
  listNodes,
  setNode,
  showNode,
  assignBank,
  listBank,
  addOrder,
  acknowledgeAlert,
  approveApproval,
  postponeService,
  suspendService,
  resumeService,
  setService,
  listAudit,
  listApprovals,
  refuseApproval,
  confirmPayment,
  failPayment,
  listPayments,
  refundPayment,
  settleDispute,
  showPayment,
  listAllPlans,
  disablePlan,
  enablePlan,
  setPlan,
  whoAddress,
  activatePool,
  addPool,
  drainPool,
  exportPool,
  listPools,
  removePool,
  setPool,
  showPool,
  listAllServers,
  addStaff,
  disableStaff,
  enableStaff,
  listStaff,
  revokeStaff,
  setStaff,
  tokenStaff,
  tokensStaff,
  reportTax,
  assignTicket,
  listAllTickets,
  forwardTicket,
  mergeTicket,
  noteTicket: (cx, input, _services, files) => noteTicket(cx, input, files),
  reopenTicket,
  replyTicket: (cx, input, _services, files) => replyTicket(cx, input, files),
  resolveTicketUnanswered,
  saveAttachment: async (cx, { attachment }, { attachments }) =>
    attachmentReply(await downloadAttachment(cx, attachment, attachments)),
  showTicket,
  listAllTokens,
  revokeToken,
  setToken,
  listWorkflows,
  resetUser,
  changeUser,
  withdrawUser,
  retryWorkflow,
  showWorkflow,
  cancelWorkflow: (cx, input, { pointOfNoReturn }) => cancelWorkflow(cx, input, pointOfNoReturn),
  showServer: (cx, input) => showServer(cx, input, UNKNOWN_STATE),
};
