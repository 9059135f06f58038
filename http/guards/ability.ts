/**
 * Checks the ability of a token: `read` for reads, `write` for changes, and `account` for changes of who controls the account. A session
 * has all three.
 *
 * A missing ability is 401, as the source document specifies. Tokens of an account that is suspended or being closed can only read, export
 * its data, and contact support. While it is being closed they can also undo the closing.
 */
import { isMutation } from '@innkeeper/contract/define';
import { Failure } from '@innkeeper/model/failures';
import { tokenMay } from '@innkeeper/model/people/token-powers';
import type { Guard, Route } from '../request/context.ts';
import { isQuoteRequest } from './quote.ts';

/** Message of the failure while an account is being closed. */
export const CLOSING_MESSAGE =
  'This account is being closed, so it can only read, export its data and use tickets. `DELETE /account/closure` undoes the closing.';

export function ability({ operation }: Route): Guard {
  if (operation.anonymous) return () => undefined;
  return (context) => {
    const needed = isQuoteRequest(context) ? 'read' : operation.ability;
    const { abilities, suspended, closing } = context;
    if (!tokenMay({ abilities }, needed)) throw new Failure('ability_missing');
    const changing = needed !== 'read' && isMutation(operation);
    if (suspended && changing && !operation.whileSuspended) throw new Failure('account_suspended');
    if (closing && changing && !operation.whileClosing) throw new Failure('account_suspended', { message: CLOSING_MESSAGE });
    return undefined;
  };
}
