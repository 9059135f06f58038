/** All bindings of the operator's operations, by operation name. They are separate from the commands, which load only their own binding. */
import { accessBindings } from '../commands/access.ts';
import { accountBindings } from '../commands/account.ts';
import { alertBindings } from '../commands/alert.ts';
import { approvalBindings } from '../commands/approval.ts';
import { auditBindings } from '../commands/audit.ts';
import { billingBindings } from '../commands/billing.ts';
import { cannedBindings } from '../commands/canned.ts';
import { catalogueBindings } from '../commands/catalogue.ts';
import { dnsBindings } from '../commands/dns.ts';
import { domainBindings } from '../commands/domain.ts';
import { geoBindings } from '../commands/geo.ts';
import { imageBindings } from '../commands/image.ts';
import { inboxBindings } from '../commands/inbox.ts';
import { invoiceBindings } from '../commands/invoice.ts';
import { isoBindings } from '../commands/iso.ts';
import { ledgerBindings } from '../commands/ledger.ts';
import { logoBindings } from '../commands/logo.ts';
import { mailBindings } from '../commands/mail.ts';
import { networkBindings } from '../commands/network.ts';
import { nodeBindings } from '../commands/node.ts';
import { bankBindings, disputeBindings, orderBindings, paymentBindings } from '../commands/payment.ts';
import { planBindings } from '../commands/plan.ts';
import { addressBindings, poolBindings } from '../commands/pool.ts';
import { providerBindings } from '../commands/provider.ts';
import { restoreBindings } from '../commands/restore.ts';
import { scannerBindings } from '../commands/scanner.ts';
import { serverBindings } from '../commands/server.ts';
import { serviceBindings } from '../commands/service.ts';
import { signupBindings } from '../commands/signup.ts';
import { staffBindings } from '../commands/staff.ts';
import { taxBindings } from '../commands/tax.ts';
import { attachmentBindings, ticketBindings } from '../commands/ticket.ts';
import { tokenBindings } from '../commands/token.ts';
import { userBindings } from '../commands/user.ts';
import { workflowBindings } from '../commands/workflow.ts';

export const BINDINGS = {
  ...accountBindings,
  ...tokenBindings,
  ...staffBindings,
  ...approvalBindings,
  ...accessBindings,
  ...serviceBindings,
  ...userBindings,
  ...signupBindings,
  ...auditBindings,
  ...serverBindings,
  ...workflowBindings,
  ...alertBindings,
  ...nodeBindings,
  ...poolBindings,
  ...addressBindings,
  ...networkBindings,
  ...dnsBindings,
  ...geoBindings,
  ...planBindings,
  ...catalogueBindings,
  ...imageBindings,
  ...isoBindings,
  ...paymentBindings,
  ...disputeBindings,
  ...bankBindings,
  ...orderBindings,
  ...ledgerBindings,
  ...billingBindings,
  ...taxBindings,
  ...invoiceBindings,
  ...logoBindings,
  ...mailBindings,
  ...inboxBindings,
  ...ticketBindings,
  ...attachmentBindings,
  ...cannedBindings,
  ...domainBindings,
  ...providerBindings,
  ...scannerBindings,
  ...restoreBindings,
};
