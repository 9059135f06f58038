/** Operations of the account that may be unavailable for the person or at the moment. */
import { can, type ResourceOf } from '../rules/can.ts';
import type { OperationName } from '../rules/operations.gen.ts';
import { useConnection } from './events.ts';
import { texts } from './refusal-texts.ts';
import { useMe } from './session.ts';

/** Returns a function that returns the reason why an operation is unavailable, or `undefined` if it is available. */
export function useRefusalOfAct(): <Name extends OperationName>(
  operation: Name,
  ...resource: unknown extends ResourceOf<Name> ? [] : [ResourceOf<Name>]
) => string | undefined {
  const { state } = useConnection();
  const me = useMe();
  return <Name extends OperationName>(operation: Name, ...[resource]: [ResourceOf<Name>?]) => {
    if (state === 'lost') return texts.noConnection;
    const verdict = can(operation, resource as ResourceOf<Name>, me);
    if ('yes' in verdict) return undefined;
    return verdict.no === 'role' ? texts.mayNot(verdict.roles.join(', ')) : verdict.sentence;
  };
}
