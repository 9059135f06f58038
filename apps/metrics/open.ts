/** Opens the metrics of a process: the recorder, and the listener that serves them. */
import { openTelemetry } from '@innkeeper/engine/telemetry/open';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { listenForMetrics } from './listener.ts';
import { addProcessGauges } from './process-gauges.ts';

/** Offset from the port of `metrics.listen`, because each process is its own scrape target. */
const PORT_OF = { api: 0, worker: 1 } as const;

export interface Metrics {
  telemetry: Telemetry;
  /** Starts to serve. Throws `FatalStart` if the address cannot be used. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

interface Log {
  info(fields: object, message: string): void;
}

/** Opens the metrics. `listen` is the value of `metrics.listen`. If it is `null`, nothing is recorded or served. */
export async function openMetrics(process: keyof typeof PORT_OF, listen: Endpoint | null, log: Log): Promise<Metrics> {
  const driver = await openTelemetry(listen !== null);
  if (listen === null) return { telemetry: driver, listen: async () => {}, close: async () => {} };
  addProcessGauges(driver, process);
  const endpoint = { address: listen.address, port: listen.port + PORT_OF[process] };
  let listener: Awaited<ReturnType<typeof listenForMetrics>> | undefined;
  return {
    telemetry: driver,
    async listen() {
      listener = await listenForMetrics(endpoint, driver);
      log.info({ ...endpoint }, 'metrics are served');
    },
    async close() {
      await listener?.close();
    },
  };
}
