/** Telemetry drivers: `none` records nothing, and `prom-client` renders the text format of Prometheus. */
import type { Telemetry } from '@innkeeper/model/installation/telemetry';

export interface TelemetryDriver extends Telemetry {
  readonly contentType: string;
  /** Returns the text of all metrics. Resolves within two seconds, even if readers of gauges hang. */
  render(): Promise<string>;
}
