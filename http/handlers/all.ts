/** Handlers of the operations whose use cases return rows. Use cases of the others are in `operations/all.gen.ts`. */
import { USE_CASES } from '@innkeeper/operations/all.gen';
import { accountClosure } from './account-closure.ts';
import { accountExports } from './account-exports.ts';
import { auditLog } from './audit-log.ts';
import { backups } from './backups.ts';
import { countries } from './countries.ts';
import { type AnyUseCases, adaptHandlers, type Handlers } from './define.ts';
import { emailChange } from './email-change.ts';
import { firewalls } from './firewalls.ts';
import { invitations } from './invitations.ts';
import { ipAddresses } from './ip-addresses.ts';
import { isos } from './isos.ts';
import { members } from './members.ts';
import { attacks } from './network-protection/attacks.ts';
import { networkProtection } from './network-protection.ts';
import { operations } from './operations.ts';
import { paymentCards } from './payment-cards.ts';
import { paymentMethods } from './payment-methods.ts';
import { plans } from './plans.ts';
import { serverImages } from './server-images.ts';
import { serverAccess } from './servers/access.ts';
import { serverConsole } from './servers/console.ts';
import { serverDisk } from './servers/disk.ts';
import { singleSignOn } from './single-sign-on.ts';
import { snapshots } from './snapshots.ts';
import { supportPlans } from './support/plans.ts';
import { tickets } from './support/tickets.ts';
import { supportAccess } from './support-access.ts';
import { tokens } from './tokens.ts';
import { webhooks } from './webhooks.ts';

const HANDLERS: Handlers = {
  ...attacks,
  ...tickets,
  ...supportPlans,
  ...firewalls,
  ...serverAccess,
  ...serverConsole,
  ...serverDisk,
  ...backups,
  ...plans,
  ...serverImages,
  ...snapshots,
  ...isos,
  ...ipAddresses,
  ...networkProtection,
  ...operations,
  ...countries,
  ...paymentMethods,
  ...tokens,
  ...members,
  ...invitations,
  ...supportAccess,
  ...auditLog,
  ...paymentCards,
  ...emailChange,
  ...webhooks,
  ...accountExports,
  ...accountClosure,
  ...singleSignOn,
};

/** Use cases of all operations. Their types were checked where they are listed. `routes/operation.ts` throws at startup if one is missing. */
export const ALL_USE_CASES = { ...adaptHandlers(HANDLERS), ...USE_CASES } as unknown as AnyUseCases;
