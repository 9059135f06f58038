import { noTelemetry } from './none.ts';
import type { TelemetryDriver } from './port.ts';

/** Opens the telemetry driver of a process. Loads prom-client only if metrics are served, because that takes 10 MB and 120 ms. */
export async function openTelemetry(isServed: boolean): Promise<TelemetryDriver> {
  if (!isServed) return noTelemetry;
  const { openPromTelemetry } = await import('./prom-client.ts');
  return openPromTelemetry();
}
