/**
 * The table of all customer operations by name.
 *
 * The function, the SDK method and the test of an operation have this name. The words of the name form its CLI command.
 */
import type { FailureCode } from '@innkeeper/model/failures';
import { commonFailures } from './common.ts';
import type { Operation } from './define.ts';
import { accountClosure } from './operations/account-closure.ts';
import { accountExports } from './operations/account-exports.ts';
import { affiliate } from './operations/affiliate.ts';
import { auditLog } from './operations/audit-log.ts';
import { backups } from './operations/backups.ts';
import { balance } from './operations/balance.ts';
import { countries } from './operations/countries.ts';
import { emailChange } from './operations/email-change.ts';
import { events } from './operations/events.ts';
import { firewalls } from './operations/firewalls.ts';
import { floatingIps } from './operations/floating-ips.ts';
import { invitations } from './operations/invitations.ts';
import { invoices } from './operations/invoices.ts';
import { ipAddresses } from './operations/ip-addresses.ts';
import { isos } from './operations/isos.ts';
import { members } from './operations/members.ts';
import { protection } from './operations/network-protection/general.ts';
import { protectionLists } from './operations/network-protection/lists.ts';
import { operations } from './operations/operations.ts';
import { orders } from './operations/orders.ts';
import { passkeys } from './operations/passkeys.ts';
import { passwords } from './operations/passwords.ts';
import { paymentCards } from './operations/payment-cards.ts';
import { paymentMethods } from './operations/payment-methods.ts';
import { plans } from './operations/plans.ts';
import { serverImages } from './operations/server-images.ts';
import { serversAccess } from './operations/servers/access.ts';
import { serversAddons } from './operations/servers/addons.ts';
import { serversConsole } from './operations/servers/console.ts';
import { serversDisk } from './operations/servers/disk.ts';
import { serversPower } from './operations/servers/power.ts';
import { serversScale } from './operations/servers/scale.ts';
import { servers } from './operations/servers/servers.ts';
import { serversTerm } from './operations/servers/term.ts';
import { sessions } from './operations/sessions.ts';
import { signUp } from './operations/sign-up.ts';
import { singleSignOn } from './operations/single-sign-on.ts';
import { snapshots } from './operations/snapshots.ts';
import { sshKeys } from './operations/ssh-keys.ts';
import { supportPlans } from './operations/support/plans.ts';
import { tickets } from './operations/support/tickets.ts';
import { supportAccess } from './operations/support-access.ts';
import { tokens } from './operations/tokens.ts';
import { user } from './operations/user.ts';
import { webhooks } from './operations/webhooks.ts';

/** All operations in the order of the source document's table. */
export const OPERATIONS = {
  ...user,
  ...balance,
  ...affiliate,
  ...invoices,
  ...tickets,
  ...supportPlans,
  ...sshKeys,
  ...servers,
  ...serversPower,
  ...serversTerm,
  ...serversAccess,
  ...serversDisk,
  ...serversScale,
  ...serversAddons,
  ...serversConsole,
  ...plans,
  ...snapshots,
  ...backups,
  ...serverImages,
  ...floatingIps,
  ...ipAddresses,
  ...firewalls,
  ...protectionLists,
  ...protection,
  ...orders,
  ...isos,
  ...operations,
  ...events,
  ...countries,
  ...paymentMethods,
  ...tokens,
  ...members,
  ...invitations,
  ...supportAccess,
  ...auditLog,
  ...sessions,
  ...passwords,
  ...signUp,
  ...passkeys,
  ...paymentCards,
  ...emailChange,
  ...webhooks,
  ...accountExports,
  ...accountClosure,
  ...singleSignOn,
} as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Returns the entry of an operation as an `Operation`, for code that handles all operations alike. */
export function operationOf(name: OperationName): Operation {
  return OPERATIONS[name];
}

/** Returns all failures that an operation may reply with. A reply with any other failure is a bug. */
export function failuresOf(name: OperationName): FailureCode[] {
  const entry = operationOf(name);
  return [...new Set([...commonFailures(entry), ...entry.failures])];
}
