/** The operator's context: whoever may use the home of an installation, by the name that the host knows. */
import { userInfo } from 'node:os';
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { systemClock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';

/** Given a transaction, what it answers is a `MutatingCx`. */
export function operatorCx<Db extends Cx['db']>(db: Db, settings: Settings): Cx<OperatorActor> & { readonly db: Db } {
  const actor = { kind: 'operator', name: nameOnHost(process.env.SUDO_USER), accountId: null, userId: null } as const;
  return { db, clock: systemClock, settings, actor, requestId: null };
}

/** Behind sudo, of whoever has called it. A container may run as an id without a name. */
function nameOnHost(sudoUser: string | undefined): string {
  if (sudoUser) return sudoUser;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
