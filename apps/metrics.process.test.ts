/** Metrics of the processes that an operator starts, as Prometheus scrapes them, also while PostgreSQL is stopped. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPromtool } from '@innkeeper/lab/promtool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeAt } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { commandFor, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-metrics-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);
let port: number;
let targets: { api: string; worker: string };
let url: string;
beforeAll(async () => {
  port = await freePort();
  // Two adjacent ports, below the ephemeral range of the kernel.
  const metricsPort = 20_000 + (process.pid % 5_000) * 2;
  targets = { api: `http://127.0.0.1:${metricsPort}/metrics`, worker: `http://127.0.0.1:${metricsPort + 1}/metrics` };
  await innkeeper('config', 'set', 'metrics.listen', `127.0.0.1:${metricsPort}`);
  const up = await innkeeper('up', '--detach', '--engine', 'simulated', '--port', String(port));
  expect(up.code, up.stderr).toBe(0);
  url = (await readRunning(home))?.url ?? expect.fail('it does not run');
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

/** Matches a sample, but not its help text. */
const SAMPLE_OF_ROWS = /^innkeeper_workflow_oldest_due_seconds \d/m;
const scrape = async (target: string): Promise<string> => (await fetch(target)).text();
const namesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name).sort();

test('API and worker each serve metrics, which promtool accepts', async () => {
  const names = (...own: string[]) =>
    [
      'build_info',
      'database_connections',
      'event_loop_delay_seconds',
      'job_last_success_timestamp_seconds',
      'job_runs_total',
      ...own,
    ]
      .map((name) => `innkeeper_${name}`)
      .sort();
  await fetch(`${url}/healthz`);
  const texts = { api: '', worker: '' };
  await until(
    'jobs have run in both',
    async () => {
      for (const name of ['api', 'worker'] as const) texts[name] = await scrape(targets[name]);
      return Object.values(texts).every((text) => text.includes('innkeeper_job_last_success_timestamp_seconds{job="look"}'));
    },
    500,
  );
  expect(namesIn(texts.api)).toEqual(names('http_in_flight', 'http_refused_total', 'http_request_duration_seconds'));
  expect(namesIn(texts.worker)).toEqual(
    names(
      ...[
        'workflows',
        'workflow_oldest_due_seconds',
        'workflow_ended_total',
        'servers',
        'node_capacity',
        'node_seen_timestamp_seconds',
      ],
      ...['disk_free_bytes', 'alerts_open', 'outbox_oldest_seconds', 'backup_verified_timestamp_seconds'],
    ),
  );
  expect(texts.api).toMatch(/^innkeeper_build_info\{release="[\d.]+",process="api"\} 1$/m);
  expect(texts.api).toContain('innkeeper_database_connections{process="staff",state="used"}');
  expect(texts.worker).toMatch(/^innkeeper_node_capacity\{node="local",resource="vcpus",of="offered"\} [1-9]/m);
  expect(texts.worker).toMatch(/^innkeeper_disk_free_bytes\{place="copies"\} [1-9]/m);
  for (const text of Object.values(texts)) {
    expect(text).not.toContain('@');
    expect(await runPromtool(['check', 'metrics'], text)).toEqual({ code: 0, text: '' });
  }
});

test('the metrics listener only answers GET, and the public listener has no metrics', async () => {
  for (const target of Object.values(targets)) expect((await fetch(target, { method: 'POST', body: '{}' })).status).toBe(405);
  expect((await fetch(targets.api.replace('/metrics', '/v1/servers'))).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('while PostgreSQL is stopped, metrics omit row counts, which return later', async () => {
  const processes = postgresOf((await readRunning(home))?.pid ?? 0);
  expect(processes.length).toBeGreaterThan(1);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    let text = '';
    await until(
      'the counts that are kept for 15 seconds are gone',
      async () => {
        text = await (await fetch(targets.worker, { signal: AbortSignal.timeout(10_000) })).text();
        return !SAMPLE_OF_ROWS.test(text);
      },
      500,
    );
    expect(text).not.toMatch(/^innkeeper_(workflows|servers|node_capacity|alerts_open|outbox_oldest_seconds)\{/m);
    expect(text).toMatch(/^innkeeper_disk_free_bytes\{place="home"\}/m);
    expect(await scrape(targets.api)).toContain('innkeeper_build_info');
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await until('the counts are back', async () => SAMPLE_OF_ROWS.test(await scrape(targets.worker)), 500);
});

test('the rules for Prometheus are valid, and fire their alerts', async () => {
  const ops = join(import.meta.dirname, '../ops/prometheus');
  expect(await runPromtool(['check', 'rules', join(ops, 'innkeeper.rules.yml')])).toMatchObject({ code: 0 });
  expect(await runPromtool(['test', 'rules', join(ops, 'innkeeper.rules.test.yml')])).toMatchObject({ code: 0 });
});

test('refuses the port of the API', async () => {
  const refused = await innkeeper('config', 'set', 'metrics.listen', `127.0.0.1:${port - 1}`);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Metrics are never served to customers.') });
});

/** Returns the processes of the embedded server, which are descendants of the supervisor. */
function postgresOf(supervisor: number): number[] {
  const childrenOf = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)];
  const servers = childrenOf(supervisor).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres'));
  return servers.flatMap(withDescendants);
}
