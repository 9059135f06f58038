/** Whether acts that belong to no server are possible. */
import type { OperationName } from '@innkeeper/sdk/index';
import { can } from '../rules/can.ts';
import { texts } from '../texts/en/shell.ts';
import { useConnection } from './events.ts';
import { useMe } from './session.ts';

/** Returns the function that says why the caller cannot do an operation now, or `undefined` if it is possible. */
export function useRefusalOfAct(): (operation: OperationName) => string | undefined {
  const { state } = useConnection();
  const me = useMe();
  return (operation) => {
    if (state === 'lost') return texts.noConnection;
    const verdict = can(operation, undefined, me);
    if ('yes' in verdict) return undefined;
    return verdict.no === 'role' ? texts.mayNot(verdict.roles.join(', ')) : verdict.sentence;
  };
}
