/** Handlers of the operations whose use cases return rows. Use cases of the others are in `operations/all.gen.ts`. */
import { USE_CASES } from '@innkeeper/operations/all.gen';
import { type AnyUseCases, adaptHandlers, type Handlers } from './define.ts';
import { invitations } from './invitations.ts';
import { members } from './members.ts';
import { singleSignOn } from './single-sign-on.ts';
import { supportAccess } from './support-access.ts';
import { tokens } from './tokens.ts';

const HANDLERS: Handlers = {
  ...tokens,
  ...members,
  ...invitations,
  ...supportAccess,
  ...singleSignOn,
};

/** Use cases of all operations. Their types were checked where they are listed. `routes/operation.ts` throws at startup if one is missing. */
export const ALL_USE_CASES = { ...adaptHandlers(HANDLERS), ...USE_CASES } as unknown as AnyUseCases;
