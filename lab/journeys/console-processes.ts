/**
 * The console with its API and worker as separate processes, on the simulated engine. A journey kills them with SIGKILL and restarts them
 * at the same origin.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { SimulatedDelays } from '@innkeeper/engine/compute/simulated/machine';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Answer, type Lab, requestOf } from '../app.ts';
import type { ProcessMessage } from '../business/processes/serve.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { givenNode } from '../given.ts';
import { openBuiltConsole } from './console-lab.ts';
import type { ProcessGiven, ProcessRole } from './console-process-main.ts';

/** Process that a journey starts and kills. At most one runs at a time. */
export interface ConsoleProcess {
  /** Resolves when the process serves or works. */
  start(): Promise<void>;
  /** Ends the process with SIGKILL. Resolves when it has exited. */
  kill(): Promise<void>;
}

export interface ConsoleProcesses extends TestDatabase {
  /** URL of the API. Its host name works for passkeys and secure cookies. */
  origin: string;
  api: ConsoleProcess;
  worker: ConsoleProcess;
  nodeId: number;
  /** Directory of the simulated engine, for `readSimulated` and `changeSimulated`. */
  engineHome: string;
  /** Calls an operation of the API. */
  call: Lab['call'];
  /** Makes the guest of a server ignore requests to shut down or reboot. */
  hang(serverId: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts both processes on a new database with one node. `delays` must let a journey see a state before it kills a process.
 * `shutdownGraceMs` is the time that a guest has to shut down.
 */
export async function openConsoleProcesses(
  delays: Partial<SimulatedDelays> = {},
  { shutdownGraceMs }: { shutdownGraceMs?: number } = {},
): Promise<ConsoleProcesses> {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-journey-'));
  for (const name of ['attachments', 'exports', 'mail', 'unresponsive']) await mkdir(join(home, name));
  const [built, database, port] = await Promise.all([openBuiltConsole(), openTestDatabase(), freePort()]);
  const origin = `http://localhost:${port}`;
  const node = { id: await givenNode(database.db), name: 'node-1' };
  const unresponsive = join(home, 'unresponsive');
  const given: ProcessGiven = {
    ...{ url: database.url, home, origin, port, console: built.directory },
    ...{ nodes: [node], delays, unresponsive, shutdownGraceMs },
  };
  const api = processOf('api', given);
  const worker = processOf('worker', given);
  await Promise.all([api.start(), worker.start()]);
  return {
    ...database,
    origin,
    api,
    worker,
    nodeId: node.id,
    engineHome: join(home, 'engine'),
    call: (operation, input, options) => send(origin, requestOf(operation, input, options)),
    hang: (serverId) => writeFile(join(unresponsive, machineIdOf(serverId)), ''),
    async close() {
      await Promise.all([api.kill(), worker.kill()]);
      await database.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function processOf(role: ProcessRole, given: ProcessGiven): ConsoleProcess {
  let running: { child: ChildProcess; gone: Promise<unknown> } | undefined;
  return {
    async start() {
      if (running) throw new Error(`the ${role} runs already`);
      // Files that a killed process leaves are deleted with the journey.
      const env = { ...process.env, TMPDIR: given.home };
      const file = join(import.meta.dirname, 'console-process-main.ts');
      const child = fork(file, [role], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const gone = once(child, 'exit');
      running = { child, gone };
      const begun = once(child, 'message').then(([told]) => told as ProcessMessage);
      child.send(given);
      const first = await Promise.race([
        begun,
        gone.then((): ProcessMessage => ({ failed: `the ${role} ended before it had begun` })),
      ]);
      if (first.failed !== undefined) throw new Error(first.failed);
    },
    async kill() {
      running?.child.kill('SIGKILL');
      await running?.gone;
      running = undefined;
    },
  };
}

async function send(origin: string, { method, url, headers, payload }: ReturnType<typeof requestOf>): Promise<Answer> {
  const body = payload === undefined ? {} : { body: JSON.stringify(payload) };
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  const reply = await fetch(origin + String(url), {
    method,
    headers: { ...json, ...(headers as Record<string, string>) },
    ...body,
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text, body: isJson ? JSON.parse(text) : undefined };
}
