/** Acts of a floating IP, and whether they are possible. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { type FloatingIpAct, type FloatingIpFacts, refusalOfFloatingIp } from './floating-ip-refusal.ts';
import { useRefusalOfAct } from './refusal-of-act.ts';
import { readSummary } from './servers.ts';

/** Returns the function that says why an act of a floating IP is impossible now, or `undefined` if it is possible. */
export function useFloatingIpRefusal(): (act: FloatingIpAct, floatingIp: FloatingIpFacts) => string | undefined {
  const refusalOf = useRefusalOfAct();
  return (act, floatingIp) => {
    const ofCaller = act === 'updateIpAddress' ? refusalOf(act, { lock_reason: null }) : refusalOf(act);
    const lock: FloatingIp['lock_reason'] = readSummary(floatingIp.server_id ?? 0)?.lock_reason ?? null;
    return ofCaller ?? refusalOfFloatingIp(act, floatingIp, lock);
  };
}
