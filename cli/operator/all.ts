/** All bindings of the operator's operations, by operation name. They are separate from the commands, which load only their own binding. */
import { accessBindings } from '../access.ts';
import { accountBindings } from '../account.ts';
import { alertBindings } from '../alert.ts';
import { approvalBindings } from '../approval.ts';
import { auditBindings } from '../audit.ts';
import { billingBindings } from '../billing.ts';
import { cannedBindings } from '../canned.ts';
import { catalogueBindings } from '../catalogue.ts';
import { dnsBindings } from '../dns.ts';
import { domainBindings } from '../domain.ts';
import { geoBindings } from '../geo.ts';
import { imageBindings } from '../image.ts';
import { inboxBindings } from '../inbox.ts';
import { invoiceBindings } from '../invoice.ts';
import { isoBindings } from '../iso.ts';
import { ledgerBindings } from '../ledger.ts';
import { logoBindings } from '../logo.ts';
import { mailBindings } from '../mail.ts';
import { networkBindings } from '../network.ts';
import { nodeBindings } from '../node.ts';
import { orderBindings } from '../order.ts';
import { bankBindings, disputeBindings, paymentBindings } from '../payment.ts';
import { planBindings } from '../plan.ts';
import { addressBindings, poolBindings } from '../pool.ts';
import { providerBindings } from '../provider.ts';
import { refundBindings } from '../refund.ts';
import { restoreBindings } from '../restore.ts';
import { scannerBindings } from '../scanner.ts';
import { serverBindings } from '../server.ts';
import { serviceBindings } from '../service.ts';
import { signupBindings } from '../signup.ts';
import { staffBindings } from '../staff.ts';
import { taxBindings } from '../tax.ts';
import { attachmentBindings, ticketBindings } from '../ticket.ts';
import { tokenBindings } from '../token.ts';
import { userBindings } from '../user.ts';
import { workflowBindings } from '../workflow.ts';

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
  ...refundBindings,
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
