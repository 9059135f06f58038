/**
 * What the token may do: `write` covers everything, `read` what changes nothing. Lacking it is 401, as the document says. The
 * tokens of a suspended account may only read, and those of one that is about to be closed may undo that besides.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';
import { asksForQuote } from './quote.ts';

const CLOSING = 'This account is about to be closed: it can read, but change nothing. `DELETE /account/closure` undoes that.';

export function ability({ operation }: Route): Guard {
  if (operation.anonymous) return () => undefined;
  return (context) => {
    const needed = asksForQuote(context) ? 'read' : operation.ability;
    const { abilities, suspended, closing } = context;
    if (!abilities.includes('write') && !abilities.includes(needed)) throw new Failure('ability_missing');
    if (suspended && needed === 'write') throw new Failure('account_suspended');
    if (closing && needed === 'write' && !operation.whileClosing) throw new Failure('account_suspended', { message: CLOSING });
    return undefined;
  };
}
