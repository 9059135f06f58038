/** Real processes that stop answering in every possible way, and processes that are only busy. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { WORKER_NODE_FLAGS } from '../processes/node-flags.ts';
import { until } from '../testing/command.ts';
import { type Child, startChild } from './child.ts';
import type { Hang } from './watch-answers.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-answers-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const lifetime = join(projectRoot, 'apps/processes/lifetime.ts');

interface Supervised {
  child: Child;
  hangs: Hang[];
  lines: string[];
  crashes: (NodeJS.Signals | null)[];
}

/** Starts a program from code for its start, its readiness and its end. It is checked every 0.2 s. */
function start(code: { starting?: string; ready?: string; stopping?: string }): Supervised {
  const script = join(directory, `${Math.random()}.mjs`);
  writeFileSync(
    script,
    `import { execFileSync } from 'node:child_process';
     import { runProcess } from ${JSON.stringify(lifetime)};
     function spin(ms) { for (const end = performance.now() + ms; performance.now() < end; ); }
     runProcess({ info() {}, error(fields) { console.log(String(fields.err)); } }, async () => {
       ${code.starting ?? ''}
       setTimeout(() => { ${code.ready ?? ''} }, 700);
       return { stop: async () => { ${code.stopping ?? ''} }, underWay: () => ['request deployServer'] };
     });`,
  );
  const supervised = { hangs: [], lines: [], crashes: [] } as Omit<Supervised, 'child'>;
  const child = startChild({
    name: 'test',
    script,
    env: {},
    logFile: '',
    nodeFlags: WORKER_NODE_FLAGS,
    checkIntervalMs: 200,
    greetings: () => [{}],
    onMessage: () => {},
    onLine: (line) => supervised.lines.push(line),
    onHang: (hang) => supervised.hangs.push(hang),
    onCrash: ({ signal }) => supervised.crashes.push(signal),
  });
  onTestFinished(() => child.stop());
  return { child, ...supervised };
}

test('JavaScript in an infinite loop: killed and restarted, with the code and work in progress in the report', async () => {
  const { child, hangs, crashes } = start({ ready: 'spin(1e9);' });
  await child.ready;
  // A starved process may be killed before it comes to the loop, or before its report. It is restarted, and comes to it then.
  const isReported = ({ report }: Hang) => /^spin \(/.test(report?.stack[0] ?? '');
  await until('it is killed twice, once with a report', () => crashes.length >= 2 && hangs.some(isReported));
  expect(new Set(crashes)).toEqual(new Set(['SIGKILL']));
  const { isStopped, underWay, report } = hangs.find(isReported) ?? expect.fail();
  expect({ isStopped, underWay }).toEqual({ isStopped: false, underWay: ['request deployServer'] });
  expect(Object.keys(report?.report ?? {})).toEqual(expect.arrayContaining(['header', 'javascriptHeap', 'libuv']));
  expect(report?.report).not.toHaveProperty('environmentVariables');
});

test('a call blocked on another program: the report names the work in progress at the last heartbeat', async () => {
  // The program waits for its input, which ends with this test or its process. It outlives the process that is killed.
  const input = join(directory, 'input');
  execFileSync('mkfifo', [input]);
  const writer = openSync(input, 'r+');
  onTestFinished(() => closeSync(writer));
  const { child, hangs, crashes } = start({ ready: `execFileSync('cat', [${JSON.stringify(input)}]);` });
  await child.ready;
  await until('it is killed', () => crashes.length === 1);
  expect(hangs[0]).toMatchObject({ isStopped: false, underWay: ['request deployServer'], report: { stack: [], underWay: null } });
});

test('kills a process stopped by a signal, without a report', async () => {
  const { child, hangs, crashes } = start({});
  await child.ready;
  await new Promise((resolve) => setTimeout(resolve, 700));
  process.kill(child.pid() ?? 0, 'SIGSTOP');
  await until('it is killed', () => crashes.length === 1);
  expect(hangs).toEqual([{ unansweredSeconds: 1, isStopped: true, underWay: ['request deployServer'], report: null }]);
});

test('tolerates a slow start and stop, and work that waits for other programs', async () => {
  const { child, hangs, crashes, lines } = start({
    starting: 'spin(3_000);',
    ready: "import('node:child_process').then(({ execFile }) => execFile('sleep', ['3'], () => console.log('worked')));",
    stopping: "spin(3_000); console.log('stopped');",
  });
  await child.ready;
  await until('the other program has ended', () => lines.includes('worked'));
  await child.stop();
  expect({ hangs, crashes, lines }).toEqual({ hangs: [], crashes: [], lines: ['worked', 'stopped'] });
});
