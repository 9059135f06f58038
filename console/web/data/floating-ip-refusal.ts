/** Explains why an operation of a floating IP is unavailable. Pure: role and connection are checked elsewhere. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { titleOfLock } from '../parts/operations-texts.ts';
import { texts } from './floating-ips-texts.ts';

export type FloatingIpAct =
  | 'attachFloatingIps'
  | 'detachFloatingIps'
  | 'renewFloatingIps'
  | 'cancelFloatingIps'
  | 'undoCancelFloatingIps'
  | 'updateIpAddress';

/** Facts on which the acts of a floating IP depend. */
export type FloatingIpFacts = Pick<FloatingIp, 'status' | 'server_id' | 'lock_reason' | 'expiry_at' | 'cancel_request'>;

/** Returns why the API would refuse an act now, or `undefined`. `serverLock`: lock of the server that has the floating IP. */
export function refusalOfFloatingIp(
  act: FloatingIpAct,
  floatingIp: FloatingIpFacts,
  serverLock: FloatingIp['lock_reason'],
): string | undefined {
  const { lock_reason: lock } = floatingIp;
  if (lock !== null) return texts.holds(titleOfLock(lock));
  const movesAway = act === 'attachFloatingIps' || act === 'detachFloatingIps';
  if (serverLock !== null && (movesAway || act === 'updateIpAddress')) return texts.holdsServer(titleOfLock(serverLock));
  return refusalOfState(act, floatingIp);
}

function refusalOfState(
  act: FloatingIpAct,
  { status, server_id, expiry_at, cancel_request: request }: FloatingIpFacts,
): string | undefined {
  switch (act) {
    case 'attachFloatingIps':
    case 'detachFloatingIps':
      if (status !== 'active') return texts.notActive[status];
      return act === 'detachFloatingIps' && server_id === null ? texts.isDetached : undefined;
    case 'renewFloatingIps':
      if (!isServing(status) || expiry_at === null) return texts.notActive[status];
      return request === null ? undefined : texts.undoFirst;
    case 'cancelFloatingIps':
      return isServing(status) ? undefined : texts.notActive[status];
    case 'undoCancelFloatingIps':
      return request === null ? texts.notCancelled : undefined;
    case 'updateIpAddress':
      return undefined;
  }
}

const isServing = (status: FloatingIp['status']): boolean => status === 'active' || status === 'suspended';
