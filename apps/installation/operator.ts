/** The operator's context: a person with access to the home of an installation, identified by the user name on the host. */
import { userInfo } from 'node:os';
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { Settings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';

/** Returns the context. With a transaction it is a `MutatingCx`. */
export function operatorCx<Db extends Cx['db']>(db: Db, settings: Settings): Cx<OperatorActor> & { readonly db: Db } {
  const actor = { kind: 'operator', name: nameOnHost(process.env.SUDO_USER), accountId: null, userId: null } as const;
  return { db, clock: systemClock, settings, actor, requestId: null };
}

/** Returns the user name of the caller, also behind sudo. A container may run as an id without a name. */
function nameOnHost(sudoUser: string | undefined): string {
  if (sudoUser) return sudoUser;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
