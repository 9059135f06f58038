/** Policies of outgoing requests: the differences between callers. The client treats all callers alike. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { SERVICE_RULES, type TargetRules } from '@innkeeper/model/outgoing-http/rules';
import { createDnsResolver, type ResolveName } from './resolve-name.ts';

export interface OutgoingPolicy {
  /** Allowed schemes and ports. */
  readonly rules: TargetRules;
  /** Private endpoints of the operator that may be requested. */
  readonly allowed: readonly Endpoint[];
  readonly resolveName: ResolveName;
  /** Time in milliseconds without a byte after which a connection is closed. `null` if only the caller's signal limits the time. */
  readonly idleTimeoutMs: number | null;
}

/**
 * Creates the policy of webhooks and identity providers. Names are resolved without a thread, because customers cause these requests at
 * any time. `idleTimeoutMs` is `null`, because both have total time limits of seconds.
 */
export const createServicePolicy = (
  allowed: Live<readonly Endpoint[]>,
  resolveName: ResolveName = createDnsResolver(),
): OutgoingPolicy => ({
  rules: SERVICE_RULES,
  get allowed() {
    return currentOf(allowed);
  },
  resolveName,
  idleTimeoutMs: null,
});
