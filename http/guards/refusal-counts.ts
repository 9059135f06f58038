/** Counts the requests that limits refuse, for `http_refused_total`. */
import type { Telemetry } from '@innkeeper/model/installation/telemetry';

const LIMITS = ['address', 'account', 'operation', 'in_flight', 'connections'] as const;

/** Functions that count one refusal, by the limit that refused. */
export type RefusalCounts = Readonly<Record<(typeof LIMITS)[number], () => void>>;

export function openRefusalCounts(telemetry: Telemetry): RefusalCounts {
  const counts = LIMITS.map((by) => [by, telemetry.counter('http_refused_total', { by })]);
  return Object.fromEntries(counts) as RefusalCounts;
}
