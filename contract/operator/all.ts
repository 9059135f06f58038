/** The table of all operator operations, by name. */
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { auditLog } from './audit.ts';
import { billing } from './billing.ts';
import { cannedReplies } from './canned-replies.ts';
import { catalogue } from './catalogue.ts';
import type { InputOf, OperatorOperation, ReplyOf, ResultOf } from './define.ts';
import { dns } from './dns.ts';
import { domains } from './domains.ts';
import { geo } from './geo.ts';
import { images } from './images.ts';
import { inbox } from './inbox.ts';
import { invoices } from './invoices.ts';
import { isos } from './isos.ts';
import { ledger } from './ledger.ts';
import { logo } from './logo.ts';
import { mails } from './mails.ts';
import { networks } from './network.ts';
import { nodes } from './nodes.ts';
import { bank, disputes, orders, payments } from './payments.ts';
import { plans } from './plans.ts';
import { addresses, pools } from './pools.ts';
import { provider } from './provider.ts';
import { restores } from './restores.ts';
import { scanner } from './scanner.ts';
import { servers } from './servers.ts';
import { services } from './services.ts';
import { signups } from './signups.ts';
import { staff } from './staff.ts';
import { tax } from './tax.ts';
import { attachments, tickets } from './tickets.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';
import { workflows } from './workflows.ts';

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

/** Operations that need a second person above a daily limit. */
export type ApprovedOperation = {
  [Name in OperatorOperationName]: Operations[Name] extends { approval: true } ? Name : never;
}[OperatorOperationName];

export type OperatorInput<Name extends OperatorOperationName> = InputOf<Operations[Name]>;
export type OperatorReply<Name extends OperatorOperationName> = ReplyOf<Operations[Name]>;
export type OperatorResult<Name extends OperatorOperationName> = ResultOf<Operations[Name]>;
