/** The code's list of metrics, the guide, the dashboard and the rules name the same metrics, labels and headings. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { METRIC_PREFIX, METRICS, type MetricName } from '@innkeeper/model/installation/telemetry';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const PAGE = 'docs/guide/operators/metrics.md';
const RULES = read('ops/prometheus/innkeeper.rules.yml');
const RULE_TESTS = read('ops/prometheus/innkeeper.rules.test.yml');
const DASHBOARD = read('ops/grafana/innkeeper.json');
const NAMES = Object.keys(METRICS) as MetricName[];

/** Labels that Prometheus adds, or puts in place of ours. */
const PROMETHEUS_LABELS = ['instance', 'exported_job', 'le'];

/** Returns the metric that a series is of, such as the histogram of a bucket. */
function metricOf(series: string): MetricName | undefined {
  const name = series.slice(METRIC_PREFIX.length);
  return NAMES.find(
    (one) =>
      one === name ||
      (METRICS[one].type === 'histogram' && /^_(bucket|count|sum)$/.test(name.slice(one.length)) && name.startsWith(one)),
  );
}

interface Use {
  series: string;
  labels: string[];
}

/** Returns the series that a text of PromQL names, each with the labels in its braces. */
function usesOf(text: string): Use[] {
  return [...text.replaceAll('\\"', '"').matchAll(/\b(innkeeper_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, series = '', inner = '']) => ({
      series,
      labels: [...inner.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }),
  );
}

test('the table of the guide has exactly the metrics, with their types and labels', () => {
  const rows = [...read(PAGE).matchAll(/^\| `(innkeeper_[a-z_]+)` \| (\w+) \| ([^|]*)\|/gm)].map(
    ([, name, type, labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    }),
  );
  expect(rows).toEqual(
    NAMES.map((name) => ({ name: `${METRIC_PREFIX}${name}`, type: METRICS[name].type, labels: [...METRICS[name].labels] })),
  );
});

test.each([
  ['the dashboard', DASHBOARD],
  ['the rules', RULES],
  ['the tests of the rules', RULE_TESTS],
])('%s use only existing metrics and labels', (_, text) => {
  const uses = usesOf(text);
  expect(uses.length).toBeGreaterThan(15);
  for (const { series, labels } of uses) {
    const metric = metricOf(series);
    expect(metric, series).toBeDefined();
    const known: readonly string[] = metric ? METRICS[metric].labels : [];
    for (const label of labels)
      expect([...known.filter((one) => one !== 'job'), ...PROMETHEUS_LABELS], `${series} ${label}`).toContain(label);
  }
});

test('each metric is on the dashboard', () => {
  const shown = new Set(usesOf(DASHBOARD).map(({ series }) => metricOf(series)));
  expect(NAMES.filter((name) => !shown.has(name))).toEqual([]);
});

test('each rule has a runbook heading in the guide and a test, and each heading has its rule', () => {
  const alerts = [...RULES.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
  const runbooks = [...RULES.matchAll(/^ +runbook: (\S+)$/gm)].map(([, target]) => target);
  expect(runbooks).toEqual(alerts.map((name) => `${PAGE}#${name.toLowerCase()}`));
  expect([...read(PAGE).matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  expect(alerts.filter((name) => !new RegExp(`\\b${name}\\b`).test(RULE_TESTS))).toEqual([]);
});
