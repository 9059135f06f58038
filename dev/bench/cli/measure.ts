/** Measures commands as an operator starts them, while Innkeeper runs with the simulated engine. Each round also measures a bare Node. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { commandFor } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { Options } from '../part.ts';

const run = promisify(execFile);

export interface StartFigures {
  name: string;
  /** Minimum time from start to exit, in milliseconds. */
  ms: number;
  /** Minimum CPU time of the process and its children, in milliseconds. */
  cpuMs: number;
}

export interface CliFigures {
  rounds: number;
  bare: StartFigures;
  commands: StartFigures[];
}

/** Number of rounds. Other programs use the machine at times, so the minimum of many rounds is the command's own time. */
const ROUNDS = 20;

const LAUNCHER = path.join(projectRoot, 'innkeeper');
const BARE = { name: 'node -e 0', line: [process.execPath, '-e', '0'] };
const COMMANDS = ['--version', '--help', 'status', 'server list', 'account list', 'ticket list'];

interface Start {
  name: string;
  line: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** Measures a bare Node, and the commands whose name contains `only`. */
export async function measureCli({ only, say }: Options): Promise<CliFigures> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-bench-cli-'));
  const innkeeper = commandFor(home);
  try {
    const { code, stderr } = await innkeeper('up', '--engine', 'simulated', '--port', String(await freePort()), '--detach');
    if (code !== 0) throw new Error(stderr);
    const starts: Start[] = [
      ...COMMANDS.map((words) => ({ name: `./innkeeper ${words}`, line: [LAUNCHER, ...words.split(' ')] })),
      {
        name: './innkeeper server list, no compile cache',
        line: [LAUNCHER, 'server', 'list'],
        env: { NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    ];
    const selected = [BARE, ...starts.filter(({ name }) => name.includes(only))];
    const [bare, ...commands] = await inTurns(selected, { ...process.env, INNKEEPER_HOME: home }, say);
    if (!bare) throw new Error('nothing was measured');
    return { rounds: ROUNDS, bare, commands };
  } finally {
    await innkeeper('down');
    await rm(home, { recursive: true, force: true });
  }
}

async function inTurns(starts: readonly Start[], env: NodeJS.ProcessEnv, say: Options['say']): Promise<StartFigures[]> {
  const found = starts.map(({ name }): StartFigures => ({ name, ms: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, start] of starts.entries()) {
      const { ms, cpuMs } = await timeOf(start.line, { ...env, ...start.env });
      const min = found[i];
      if (min) Object.assign(min, { ms: Math.min(min.ms, ms), cpuMs: Math.min(min.cpuMs, cpuMs) });
    }
  }
  for (const { name, ms, cpuMs } of found) say(`${name}: ${ms} ms, CPU ${cpuMs.toFixed(0)} ms`);
  return found;
}

/**
 * Measures a command, and throws if the command fails. Runs the command in bash, because Node does not report the CPU time of child
 * processes.
 */
async function timeOf(line: readonly string[], env: NodeJS.ProcessEnv): Promise<{ ms: number; cpuMs: number }> {
  const script = 'TIMEFORMAT=\'%R %U %S\'; time "$@" >/dev/null 2>&1 </dev/null';
  const { stderr } = await run('bash', ['-c', script, 'bash', ...line], { env: { ...env, LC_ALL: 'C' } });
  const [real = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
  return { ms: Math.round(real * 1000), cpuMs: Math.round((user + system) * 1000) };
}
