/** The failure for a path that names nothing. All services share one series of ids, so ids of different types are easily confused. */
import { findServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { PathResource } from '@innkeeper/model/requests/path-resources';
import type { ServiceType } from '@innkeeper/model/services/services';
import type { RequestCx } from '../context.ts';

const NOUNS: Readonly<Record<ServiceType, string>> = {
  server: 'a server',
  'server-addon': 'an addon of a server',
  'floating-ip': 'a floating IP',
  'support-plan': 'the support plan',
};

/**
 * Returns `not_found`. For a server's id, the message names another service of the caller's account that has the id. A token restricted to
 * servers does not get this message, because it may not see that service.
 */
export async function notFound(
  cx: RequestCx,
  { kind, param }: PathResource,
  params: Readonly<Record<string, unknown>>,
): Promise<Failure> {
  const { actor, db } = cx;
  if (kind !== 'server' || (actor.kind === 'token' && actor.servers)) return new Failure('not_found');
  const id = Number(params[param]);
  const [service] = await findServices(db, [id]);
  if (!service || service.account_id !== actor.accountId || service.type === 'server') return new Failure('not_found');
  return new Failure('not_found', {
    message: `Server ${id} does not exist: ${id} is the id of ${NOUNS[service.type]} of this account.`,
  });
}
