/** Acts of a floating IP, and whether they are possible. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { formatTime } from '../parts/format.ts';
import { texts } from '../texts/en/shell.ts';
import { type FloatingIpAct, type FloatingIpFacts, refusalOfFloatingIp } from './floating-ip-refusal.ts';
import { findOperationOf, useUnfinished } from './operations.ts';
import { useRefusalOfAct } from './refusal-of-act.ts';
import { readSummary } from './servers.ts';

/** Returns the function that says why an act of a floating IP is impossible now, and until when, or `undefined` if it is possible. */
export function useFloatingIpRefusal(): (
  act: FloatingIpAct,
  floatingIp: FloatingIpFacts & Pick<FloatingIp, 'id'>,
) => string | undefined {
  const refusalOf = useRefusalOfAct();
  const unfinished = useUnfinished();
  return (act, floatingIp) => {
    const ofCaller = act === 'updateIpAddress' ? refusalOf(act, { lock_reason: null }) : refusalOf(act);
    const lock: FloatingIp['lock_reason'] = readSummary(floatingIp.server_id ?? 0)?.lock_reason ?? null;
    const refusal = ofCaller ?? refusalOfFloatingIp(act, floatingIp, lock);
    const end =
      floatingIp.lock_reason === null ? null : (findOperationOf(unfinished, 'floating_ip', floatingIp.id)?.estimated_end ?? null);
    return refusal === undefined || end === null ? refusal : `${refusal} ${texts.possibleAt(formatTime(end))}`;
  };
}
