/** Runs commands in a network namespace of this host. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, unlink, writeFile } from 'node:fs/promises';
import { EngineError } from '../error.ts';
import { attempt, type RunOptions, type RunResult, run } from '../host/run.ts';

export class Netns {
  /** Name of the namespace, or `null` for the namespace of this process. */
  readonly name: string | null;

  constructor(name: string | null) {
    this.name = name;
  }

  async exists(): Promise<boolean> {
    if (this.name === null) return true;
    const text = await run('ip', ['netns', 'list']);
    return text.split('\n').some((line) => line.split(' ')[0] === this.name);
  }

  /** Identifier by which `ip` moves an interface into this namespace. */
  get target(): string {
    return this.name ?? String(process.pid);
  }

  run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    return asNetworkError(run(...this.#within(command, args), options));
  }

  attempt(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return attempt(...this.#within(command, args), options);
  }

  /**
   * Runs a command like `attempt`, in a third of the time, for calls that run every second. The command sees /sys of this process's own
   * namespace.
   */
  attemptLight(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    if (this.name === null) return attempt(command, args, options);
    return attempt('nsenter', [`--net=/run/netns/${this.name}`, command, ...args], options);
  }

  ip(...args: string[]): Promise<string> {
    return asNetworkError(run('ip', this.#ip(args)));
  }

  /** Runs lines in the syntax of `ip`, without the word `ip`. Stops after the first line that fails. */
  async ipLines(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await asNetworkError(run('ip', this.#ip(['-batch', '-']), { input: `${lines.join('\n')}\n` }));
  }

  /** Returns the JSON output of `ip`, or an empty array if the object does not exist. */
  async ipJson<T>(...args: string[]): Promise<T[]> {
    const { code, stdout } = await attempt('ip', this.#ip(['-j', ...args]));
    return code === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as T[]) : [];
  }

  /**
   * Runs one nftables transaction. It applies completely or not at all, even if this process is killed. The script is a file, because nft
   * would treat a partly written pipe as a complete script.
   */
  async nft(script: string): Promise<void> {
    if (script === '') return;
    const file = await createUnnamedFile(script);
    try {
      await this.run('nft', ['-f', `/proc/${process.pid}/fd/${file.fd}`]);
    } finally {
      await file.close();
    }
  }

  /** Returns the value of a setting such as `ipv4/ip_forward`, or `null` if it does not exist. */
  async readSysctl(name: string): Promise<string | null> {
    const path = `/proc/sys/net/${name}`;
    if (this.name === null) return (await readFile(path, 'utf8').catch(() => null))?.trim() ?? null;
    const { code, stdout } = await this.attempt('cat', [path]);
    return code === 0 ? stdout.trim() : null;
  }

  /** Sets a value. /proc/sys/net shows the namespace of the process that opens it, so a process in the namespace writes it. */
  async writeSysctl(name: string, value: string): Promise<void> {
    const path = `/proc/sys/net/${name}`;
    if (this.name === null) await writeFile(path, value);
    else await this.run('tee', [path], { input: value });
  }

  #ip(args: readonly string[]): readonly string[] {
    return this.name === null ? args : ['-n', this.name, ...args];
  }

  #within(command: string, args: readonly string[]): [string, readonly string[]] {
    return this.name === null ? [command, args] : ['ip', ['netns', 'exec', this.name, command, ...args]];
  }
}

/**
 * Creates an unnamed file in memory, which works on a full disk. It is reachable only by its descriptor and vanishes when closed or when
 * this process ends.
 */
async function createUnnamedFile(text: string): Promise<FileHandle> {
  const name = `/run/innkeeper-${randomUUID()}`;
  const file = await open(name, 'wx', 0o600);
  try {
    await unlink(name);
    await file.writeFile(text);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function asNetworkError<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'host') throw error;
    throw new EngineError('network', error.message, { cause: error, retryable: error.retryable });
  }
}
