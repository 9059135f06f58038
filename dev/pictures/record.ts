/** Records commands in a terminal, on a temporary home. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { maskSecrets } from './mask.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Lines for `script`, which accepts only a shell command line. Both are constants. */
const UP = 'stty cols 120 rows 60; exec ./innkeeper up';
const DEMO = 'stty cols 120 rows 60; exec ./innkeeper demo';
const IS_UP = /^Help: .*$/m;

export interface Recording {
  up: string;
  demo: string;
}

/** Starts Innkeeper with real guests for the first time, and runs the demo. Needs root, and some minutes without KVM. */
export async function record(): Promise<Recording> {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-picture-'));
  const port = await freePort();
  const home = path.join(directory, '.innkeeper');
  const env = { ...process.env, INNKEEPER_HOME: home, INNKEEPER_API_PORT: String(port), FORCE_COLOR: '1', SSH_CONNECTION: '' };
  const everywhere = (output: string): string => unify(output, { directory, port });
  const up = startInTerminal(UP, env);
  try {
    await up.until(IS_UP);
    const demo = startInTerminal(DEMO, env);
    await demo.ended();
    return { up: everywhere(up.output()), demo: everywhere(demo.output()) };
  } finally {
    await once(spawn(path.join(root, 'innkeeper'), ['down', '--guests'], { cwd: root, env, stdio: 'ignore' }), 'exit');
    await up.ended();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Session {
  output(): string;
  until(pattern: RegExp): Promise<void>;
  /** Resolves at the end. Rejects unless the exit code is 0. */
  ended(): Promise<void>;
}

function startInTerminal(line: string, env: NodeJS.ProcessEnv): Session {
  const child: ChildProcess = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd: root, env });
  let output = '';
  let tell = (): void => {};
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stderr.write(text);
    tell();
  });
  const exit = once(child, 'exit').then(([code]) => {
    tell();
    return code as number;
  });
  return {
    output: () => output,
    async until(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`${line} has ended:\n${output}`);
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
    },
    async ended() {
      const code = await exit;
      if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`);
    },
  };
}

/** Replaces the port and the directory of the recording by the defaults, and masks secrets. */
function unify(output: string, { directory, port }: { directory: string; port: number }): string {
  return maskSecrets(output.replaceAll(directory, '/root/innkeeper').replaceAll(`:${port}`, ':7080'));
}
