/** Handlers of the operations whose use cases return rows. Use cases of the others are in `operations/all.gen.ts`. */
import { USE_CASES } from '@innkeeper/operations/all.gen';
import { affiliate } from './affiliate.ts';
import { balance } from './balance.ts';
import { type AnyUseCases, adaptHandlers, type Handlers } from './define.ts';
import { floatingIps } from './floating-ips.ts';
import { invitations } from './invitations.ts';
import { invoices } from './invoices.ts';
import { members } from './members.ts';
import { orders } from './orders.ts';
import { singleSignOn } from './single-sign-on.ts';
import { supportAccess } from './support-access.ts';
import { tokens } from './tokens.ts';

const HANDLERS: Handlers = {
  ...invoices,
  ...balance,
  ...affiliate,
  ...orders,
  ...floatingIps,
  ...tokens,
  ...members,
  ...invitations,
  ...supportAccess,
  ...singleSignOn,
};

/** Use cases of all operations. Their types were checked where they are listed. `routes/operation.ts` throws at startup if one is missing. */
export const ALL_USE_CASES = { ...adaptHandlers(HANDLERS), ...USE_CASES } as unknown as AnyUseCases;
