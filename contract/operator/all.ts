/** The table of all operator operations, by name. */
import type { NeededApproval } from '@innkeeper/model/people/staff';
import { access } from '../operations/access.staff.ts';
import { accounts } from '../operations/accounts.staff.ts';
import { alerts } from '../operations/alerts.staff.ts';
import { approvals } from '../operations/approvals.staff.ts';
import { auditLog } from '../operations/audit.staff.ts';
import { billing } from '../operations/billing.staff.ts';
import { cannedReplies } from '../operations/canned-replies.staff.ts';
import { catalogue } from '../operations/catalogue.staff.ts';
import { dns } from '../operations/dns.staff.ts';
import { domains } from '../operations/domains.staff.ts';
import { geo } from '../operations/geo.staff.ts';
import { images } from '../operations/images.staff.ts';
import { inbox } from '../operations/inbox.staff.ts';
import { invoices } from '../operations/invoices.staff.ts';
import { isos } from '../operations/isos.staff.ts';
import { ledger } from '../operations/ledger.staff.ts';
import { logo } from '../operations/logo.staff.ts';
import { mails } from '../operations/mails.staff.ts';
import { networks } from '../operations/network.staff.ts';
import { nodes } from '../operations/nodes.staff.ts';
import { orders } from '../operations/orders.staff.ts';
import { bank, disputes, payments } from '../operations/payments.staff.ts';
import { plans } from '../operations/plans.staff.ts';
import { addresses, pools } from '../operations/pools.staff.ts';
import { provider } from '../operations/provider.staff.ts';
import { refunds } from '../operations/refunds.staff.ts';
import { restores } from '../operations/restores.staff.ts';
import { scanner } from '../operations/scanner.staff.ts';
import { serverMoves } from '../operations/server-moves.staff.ts';
import { servers } from '../operations/servers.staff.ts';
import { services } from '../operations/services.staff.ts';
import { signups } from '../operations/signups.staff.ts';
import { staff } from '../operations/staff.staff.ts';
import { tax } from '../operations/tax.staff.ts';
import { attachments, tickets } from '../operations/tickets.staff.ts';
import { tokens } from '../operations/tokens.staff.ts';
import { users } from '../operations/users.staff.ts';
import { workflows } from '../operations/workflows.staff.ts';
import type { InputOf, OperatorOperation, ReplyOf, ResultOf } from './define.ts';

export const OPERATOR_OPERATIONS = {
  ...accounts,
  ...tokens,
  ...staff,
  ...approvals,
  ...access,
  ...services,
  ...users,
  ...signups,
  ...auditLog,
  ...serverMoves,
  ...servers,
  ...workflows,
  ...alerts,
  ...nodes,
  ...pools,
  ...addresses,
  ...networks,
  ...dns,
  ...geo,
  ...plans,
  ...catalogue,
  ...images,
  ...isos,
  ...payments,
  ...refunds,
  ...disputes,
  ...bank,
  ...orders,
  ...ledger,
  ...billing,
  ...tax,
  ...invoices,
  ...logo,
  ...mails,
  ...inbox,
  ...tickets,
  ...attachments,
  ...cannedReplies,
  ...domains,
  ...provider,
  ...scanner,
  ...restores,
} as const;

type Operations = typeof OPERATOR_OPERATIONS;
export type OperatorOperationName = keyof Operations;

export const OPERATOR_OPERATION_NAMES = Object.keys(OPERATOR_OPERATIONS) as OperatorOperationName[];

/** Returns an entry with its general type. */
export function operatorOperationOf(name: OperatorOperationName): OperatorOperation {
  return OPERATOR_OPERATIONS[name];
}

/** Operations that HTTP serves. */
export type ServedOperationName = {
  [Name in OperatorOperationName]: Operations[Name] extends { hostOnly: string } ? never : Name;
}[OperatorOperationName];

/** Operations that may need a second person. */
export type ApprovedOperation = {
  [Name in OperatorOperationName]: Operations[Name] extends { approval: NeededApproval } ? Name : never;
}[OperatorOperationName];

export type ApprovalOf<Name extends ApprovedOperation> = Operations[Name]['approval'];

export type OperatorInput<Name extends OperatorOperationName> = InputOf<Operations[Name]>;
export type OperatorReply<Name extends OperatorOperationName> = ReplyOf<Operations[Name]>;
export type OperatorResult<Name extends OperatorOperationName> = ResultOf<Operations[Name]>;
