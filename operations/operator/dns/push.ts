import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { dnsSettings, restartDns } from '@innkeeper/db/tables/dns-settings';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { dnsView } from './view.ts';

/** Requests a push of all names, which a worker begins within seconds. Throws `wrong_state` if no DNS server is set. */
export async function pushDns(cx: OperatorCx): Promise<OperatorResult<'pushDns'>> {
  if ((await dnsSettings(cx.db)).driver === null)
    throw new Failure('wrong_state', { message: 'No DNS server is set. Set one: ./innkeeper dns set --driver powerdns' });
  await restartDns(cx.db, cx.clock.now());
  await audit(cx, 'pushDns', null);
  return dnsView(cx.db);
}
