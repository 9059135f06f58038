/**
 * What the token may do: `write` covers everything, `read` what changes nothing. Lacking it is 401, as the document says. The
 * tokens of a suspended account may only read.
 */
import type { Ability } from '@innkeeper/contract/define';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export function ability(needed: Ability): Guard {
  return ({ abilities, suspended }) => {
    if (!abilities.includes('write') && !abilities.includes(needed)) throw new Failure('ability_missing');
    if (suspended && needed === 'write') throw new Failure('account_suspended');
    return undefined;
  };
}
