/**
 * The metrics for a monitoring system: their names, types and labels, and the interface that records them. No label names an account, a
 * server or an address.
 */

interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** Sentence for operators, without a full stop. */
  readonly help: string;
}

export const METRIC_PREFIX = 'innkeeper_';

/** All metrics, without their prefix. */
export const METRICS = {
  build_info: { type: 'gauge', labels: ['release', 'process'], help: 'Always 1; the labels tell the release of a process' },
  http_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation', 'class'],
    help: 'Time from the arrival of a request to its complete reply, by operation and class of the status',
  },
  http_in_flight: { type: 'gauge', labels: ['state'], help: 'Requests that run, and that wait for a slot of their account' },
  http_refused_total: { type: 'counter', labels: ['by'], help: 'Requests and connections that a limit refused' },
  database_connections: { type: 'gauge', labels: ['process', 'state'], help: 'Connections of a pool, and requests for one' },
  event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['process', 'percentile'],
    help: 'Delay of the event loop since the last scrape',
  },
  job_runs_total: { type: 'counter', labels: ['job', 'outcome'], help: 'Ended runs of a job' },
  job_last_success_timestamp_seconds: { type: 'gauge', labels: ['job'], help: 'Time at which a job last succeeded' },
  workflows: { type: 'gauge', labels: ['kind', 'state'], help: 'Workflows that have not ended' },
  workflow_oldest_due_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Time for which the longest waiting workflow has been due; 0 if none waits',
  },
  workflow_ended_total: { type: 'counter', labels: ['kind', 'outcome'], help: 'Workflows that were done or rolled back' },
  servers: { type: 'gauge', labels: ['node', 'power'], help: 'Servers that hold capacity of a node, by their power' },
  node_capacity: {
    type: 'gauge',
    labels: ['node', 'resource', 'of'],
    help: 'Capacity that a node offers, and that servers hold',
  },
  node_seen_timestamp_seconds: { type: 'gauge', labels: ['node'], help: 'Time at which the worker of a node last reported' },
  disk_free_bytes: { type: 'gauge', labels: ['place'], help: 'Free space of the file system of a directory' },
  alerts_open: { type: 'gauge', labels: ['kind'], help: 'Open alerts for the operator' },
  outbox_oldest_seconds: { type: 'gauge', labels: ['channel'], help: 'Age of the oldest unsent message; 0 if there is none' },
  backup_verified_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Time at which the newest proven backup was restored and audited',
  },
  certificate_expiry_timestamp_seconds: { type: 'gauge', labels: [], help: 'Time at which the certificate of the API expires' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;
type NameOf<Type extends Metric['type']> = {
  [N in MetricName]: (typeof METRICS)[N]['type'] extends Type ? N : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

export type Labels<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>;

export interface Sample<N extends MetricName> {
  readonly labels: Labels<N>;
  readonly value: number;
}

export interface Telemetry {
  /** Returns a function that increments the counter. The counter starts at 0 now, so that a rate includes the first event. */
  counter<N extends CounterName>(name: N, labels: Labels<N>): () => void;
  /** Returns a function that records a duration in seconds. Call it only once for each combination of labels. */
  histogram<N extends HistogramName>(name: N, labels: Labels<N>): (seconds: number) => void;
  /**
   * Reads a gauge at each scrape. Values of several readers of one gauge are combined. A reader that throws or is late contributes nothing.
   */
  gauge<N extends GaugeName>(name: N, read: () => readonly Sample<N>[] | Promise<readonly Sample<N>[]>): void;
}

/** Telemetry that records nothing. */
export const NO_TELEMETRY: Telemetry = {
  counter: () => () => {},
  histogram: () => () => {},
  gauge: () => {},
};
