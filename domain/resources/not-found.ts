/** The refusal of a path that names nothing. Ids of all services are of one series, so one can be taken for another's. */
import { findServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { PathResource } from '@innkeeper/model/path-resources';
import type { ServiceType } from '@innkeeper/model/services';
import type { RequestCx } from '../context.ts';

const NOUNS: Readonly<Record<ServiceType, string>> = {
  server: 'a server',
  'server-addon': 'an addon of a server',
  'floating-ip': 'a floating IP',
  'support-plan': 'the support plan',
};

/**
 * Returns `not_found`. The message for a server's id says if the id is that of another service of the caller's account.
 * A token for certain servers reads nothing of it, since it may not see that service.
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
