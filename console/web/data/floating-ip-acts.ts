/** Operations of a floating IP, and the reasons why they are unavailable. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { formatTime } from '../parts/format.ts';
import { type FloatingIpAct, type FloatingIpFacts, refusalOfFloatingIp } from './floating-ip-refusal.ts';
import { findOperationOf, useUnfinished } from './operations.ts';
import { useRefusalOfAct } from './refusal-of-act.ts';
import { texts } from './refusal-texts.ts';
import { readSummary } from './servers.ts';

/** Returns a function that returns the reason why an operation of a floating IP is unavailable, or `undefined` if it is available. */
export function useFloatingIpRefusal(): (
  act: FloatingIpAct,
  floatingIp: FloatingIpFacts & Pick<FloatingIp, 'id'>,
) => string | undefined {
  const refusalOf = useRefusalOfAct();
  const unfinished = useUnfinished();
  return (act, floatingIp) => {
    const callerRefusal = act === 'updateIpAddress' ? refusalOf(act, { lock_reason: null }) : refusalOf(act);
    const lock: FloatingIp['lock_reason'] = readSummary(floatingIp.server_id ?? 0)?.lock_reason ?? null;
    const refusal = callerRefusal ?? refusalOfFloatingIp(act, floatingIp, lock);
    const end =
      floatingIp.lock_reason === null ? null : (findOperationOf(unfinished, 'floating_ip', floatingIp.id)?.estimated_end ?? null);
    return refusal === undefined || end === null ? refusal : `${refusal} ${texts.possibleAt(formatTime(end))}`;
  };
}
