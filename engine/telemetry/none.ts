/** The telemetry driver of a process without `metrics.listen`. */
import { NO_TELEMETRY } from '@innkeeper/model/installation/telemetry';
import type { TelemetryDriver } from './port.ts';

export const noTelemetry: TelemetryDriver = { ...NO_TELEMETRY, contentType: 'text/plain', render: async () => '' };
