/** Policies of outgoing requests: the differences between callers. The client treats all callers alike. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { SERVICE_RULES, type TargetRules } from '@innkeeper/model/outgoing-http/rules';
import { createDnsResolver, type ResolveName } from './resolve-name.ts';

export interface OutgoingPolicy {
  /** Schemes and ports. */
  readonly rules: TargetRules;
  /** Endpoints of the operator that may be asked although they are private. */
  readonly allowed: readonly Endpoint[];
  readonly resolveName: ResolveName;
  /** Time in milliseconds without a byte after which a connection is closed. `null` if only the caller's signal limits the time. */
  readonly silenceMs: number | null;
}

/**
 * Creates the policy of webhooks and identity providers. Names are resolved without a thread, because customers cause these requests at
 * any time. `silenceMs` is `null`, because both have total time limits of seconds.
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
  silenceMs: null,
});
