/** Runs host commands. This is the only place where the engine runs them: an executable and its arguments, never a shell string. */
import { execFile } from 'node:child_process';
import { EngineError } from '../error.ts';

export interface RunOptions {
  /** Time in milliseconds after which the command is killed, 30,000 by default. */
  timeoutMs?: number;
  /** Text written to standard input. */
  input?: string;
  cwd?: string;
  /** Variables added to the few that are always passed on. The rest of our environment is not passed on. */
  env?: Record<string, string>;
  /** Maximum bytes of each output stream, 4 MiB by default. More output is a failure. */
  maxBytes?: number;
  /** Receives standard output as it arrives. */
  onStdout?: (text: string) => void;
  /** Kills the command when aborted. */
  signal?: AbortSignal;
}

export interface RunResult {
  /** Exit code, or 127 if the command does not exist. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Directories of administrators are missing from the PATH of a plain user's shell. */
const PATH = [...new Set([...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin', '/usr/bin', '/bin'])].join(':');

/** Paths, locale and proxies. The rest of the environment contains credentials of databases and stores. */
const PASSED_ON = /^(HOME|USER|LOGNAME|TMPDIR|TZ|APT_CONFIG|SSL_CERT_(FILE|DIR)|(https?|ftp|all|no)_proxy)$/i;

function passedOn(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => PASSED_ON.test(name)));
}

/** Runs a command and returns its result, whatever the exit code. Throws only if the command hangs, writes too much, or is killed. */
export function attempt(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const timeout = options.timeoutMs ?? 30_000;
  return new Promise((resolve, reject) => {
    const env = { ...passedOn(process.env), LC_ALL: 'C', ...options.env, PATH };
    const settings = {
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: options.maxBytes ?? 4 << 20,
      env,
      cwd: options.cwd,
      signal: options.signal,
    } as const;
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (error.code === 'ENOENT') resolve({ code: 127, stdout, stderr: `${command}: not found` });
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
      else if (options.signal?.aborted === true) reject(new EngineError('host', `${command} was aborted`, { cause: error }));
      else if (error.killed === true) reject(new EngineError('timeout', `${command} did not end within ${timeout} ms`));
      else reject(new EngineError('host', `${command} failed: ${error.message}`, { cause: error }));
    });
    // A command that exits before it has read its input is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
    if (options.onStdout !== undefined) child.stdout?.on('data', options.onStdout);
  });
}

/** Runs a command and returns its standard output. Throws `EngineError('host' | 'disk_full')` unless the exit code is 0. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await attempt(command, args, options);
  if (code === 0) return stdout;
  if (/No space left on device/.test(stderr)) throw new EngineError('disk_full', `${command}: the disk of this host is full`);
  const words = [command, ...args].join(' ').slice(0, 200);
  throw new EngineError('host', `${words}: exit ${code}: ${(stderr || stdout).trim().slice(-1000)}`, { retryable: code !== 127 });
}
