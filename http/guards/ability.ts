/**
 * What the token may do: `read` what changes nothing, `write` all but what decides whose the account is, which is `account`. Lacking it is
 * 401, as the document says. A session has all three. The
 * tokens of a suspended account may only read, and those of one that is about to be closed may undo that besides.
 */
import { changes } from '@innkeeper/contract/define';
import { Failure } from '@innkeeper/model/failures';
import { tokenMay } from '@innkeeper/model/token-powers';
import type { Guard, Route } from '../request/context.ts';
import { asksForQuote } from './quote.ts';

/** Sentence of a refusal while an account is about to be closed. */
export const CLOSING = 'This account is being closed, so it can only read. `DELETE /account/closure` undoes the closing.';

export function ability({ operation }: Route): Guard {
  if (operation.anonymous) return () => undefined;
  return (context) => {
    const needed = asksForQuote(context) ? 'read' : operation.ability;
    const { abilities, suspended, closing } = context;
    if (!tokenMay({ abilities }, needed)) throw new Failure('ability_missing');
    const changing = needed !== 'read' && changes(operation);
    if (suspended && changing) throw new Failure('account_suspended');
    if (closing && changing && !operation.whileClosing) throw new Failure('account_suspended', { message: CLOSING });
    return undefined;
  };
}
