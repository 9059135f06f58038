/** What the token may do: `write` covers everything, `read` what changes nothing. Lacking it is 401, as the document says. */
import type { Ability } from '@innkeeper/contract/define';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export function ability(needed: Ability): Guard {
  return ({ abilities }) => {
    if (!abilities.includes('write') && !abilities.includes(needed)) throw new Failure('ability_missing');
    return undefined;
  };
}
