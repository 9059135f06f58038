/**
 * What the token may do: `write` covers everything, `read` what changes nothing. Lacking it is 401, as the document says. The
 * tokens of a suspended account may only read.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';
import { asksForQuote } from './quote.ts';

export function ability({ operation }: Route): Guard {
  if (operation.anonymous) return () => undefined;
  return (context) => {
    const needed = asksForQuote(context) ? 'read' : operation.ability;
    const { abilities, suspended } = context;
    if (!abilities.includes('write') && !abilities.includes(needed)) throw new Failure('ability_missing');
    if (suspended && needed === 'write') throw new Failure('account_suspended');
    return undefined;
  };
}
