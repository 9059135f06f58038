/** Handlers of the operations whose use cases return rows. Use cases of the others are in `operations/all.gen.ts`. */
import { USE_CASES } from '@innkeeper/operations/all.gen';
import { affiliate } from './affiliate.ts';
import { balance } from './balance.ts';
import { countries } from './countries.ts';
import { type AnyUseCases, adaptHandlers, type Handlers } from './define.ts';
import { firewalls } from './firewalls.ts';
import { floatingIps } from './floating-ips.ts';
import { invitations } from './invitations.ts';
import { invoices } from './invoices.ts';
import { members } from './members.ts';
import { attacks } from './network-protection/attacks.ts';
import { networkProtection } from './network-protection.ts';
import { orders } from './orders.ts';
import { paymentCards } from './payment-cards.ts';
import { paymentMethods } from './payment-methods.ts';
import { plans } from './plans.ts';
import { serverImages } from './server-images.ts';
import { singleSignOn } from './single-sign-on.ts';
import { supportPlans } from './support/plans.ts';
import { tickets } from './support/tickets.ts';
import { supportAccess } from './support-access.ts';
import { tokens } from './tokens.ts';

const HANDLERS: Handlers = {
  ...invoices,
  ...balance,
  ...affiliate,
  ...attacks,
  ...tickets,
  ...supportPlans,
  ...firewalls,
  ...plans,
  ...serverImages,
  ...orders,
  ...networkProtection,
  ...floatingIps,
  ...countries,
  ...paymentMethods,
  ...tokens,
  ...members,
  ...invitations,
  ...supportAccess,
  ...paymentCards,
  ...singleSignOn,
};

/** Use cases of all operations. Their types were checked where they are listed. `routes/operation.ts` throws at startup if one is missing. */
export const ALL_USE_CASES = { ...adaptHandlers(HANDLERS), ...USE_CASES } as unknown as AnyUseCases;
