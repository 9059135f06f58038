/** Metrics in a registry of prom-client. A metric is registered on its first use, so each process lists only its own. */
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  METRIC_PREFIX,
  METRICS,
  type MetricName,
} from '@innkeeper/model/installation/telemetry';
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import { ArrayHistogram } from './histogram.ts';
import type { TelemetryDriver } from './port.ts';

/**
 * Bounds in seconds. A cached read takes 40 us, and a page of a list takes some ms. Streams and downloads exceed 10 s. Eight bounds keep a
 * scrape of 120 operations below 200 KB.
 */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10];
/** Timeout of a reader. A scrape ends within two seconds, even if the database or a disk does not answer. */
const READ_LIMIT_MS = 1_500;

interface AnySample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface ReadGauge {
  gauge: Gauge;
  reads: Read[];
}

type Read = () => readonly AnySample[] | Promise<readonly AnySample[]>;

/** Opens the driver. `readLimitMs` is for tests. */
export function openPromTelemetry({ readLimitMs = READ_LIMIT_MS }: { readLimitMs?: number } = {}): TelemetryDriver {
  const registry = new Registry();
  const counters = new Map<CounterName, Counter>();
  const histograms = new Map<HistogramName, ArrayHistogram>();
  const gauges = new Map<GaugeName, ReadGauge>();
  const describe = (name: MetricName) => ({
    name: `${METRIC_PREFIX}${name}`,
    help: METRICS[name].help,
    labelNames: [...METRICS[name].labels],
    registers: [registry],
  });
  const update = async ([name, { gauge, reads }]: [GaugeName, ReadGauge]): Promise<void> => {
    const read = await Promise.all(reads.map((one) => withTimeout(one, readLimitMs)));
    gauge.reset();
    // Without labels, `reset` sets a value of 0, which was never measured.
    if (METRICS[name].labels.length === 0) gauge.remove();
    for (const { labels, value } of read.flat()) gauge.set(labels, value);
  };
  return {
    contentType: registry.contentType,
    counter(name, labels) {
      const counter = counters.get(name) ?? new Counter(describe(name));
      counters.set(name, counter);
      counter.inc(labels, 0);
      const child = counter.labels(labels);
      return () => child.inc();
    },
    histogram(name, labels) {
      let histogram = histograms.get(name);
      if (!histogram) {
        histogram = new ArrayHistogram({ ...describe(name), buckets: BUCKETS });
        histograms.set(name, histogram);
        // The registry only calls `get` and reads `name`, but its type accepts only prom-client's own classes.
        registry.registerMetric(histogram as unknown as Metric);
      }
      return histogram.add(labels);
    },
    gauge(name, read) {
      const known: ReadGauge = gauges.get(name) ?? { gauge: new Gauge(describe(name)), reads: [] };
      gauges.set(name, known);
      known.reads.push(read as Read);
    },
    async render() {
      await Promise.all([...gauges].map(update));
      return registry.metrics();
    },
  };
}

/** Returns the samples of a reader, or none if it throws or is late. A late reader keeps running, and its result is ignored. */
async function withTimeout(read: Read, limitMs: number): Promise<readonly AnySample[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly AnySample[]>((resolve) => {
    timer = setTimeout(resolve, limitMs, []);
  });
  try {
    return await Promise.race([Promise.resolve().then(read), late]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
