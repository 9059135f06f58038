/** Commands in one network namespace of this host. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, unlink, writeFile } from 'node:fs/promises';
import { EngineError } from '../compute/port.ts';
import { attempt, type RunOptions, type RunResult, run } from '../host/run.ts';

export class Netns {
  /** Null: the namespace that this process is in. */
  readonly name: string | null;

  constructor(name: string | null) {
    this.name = name;
  }

  async exists(): Promise<boolean> {
    if (this.name === null) return true;
    const text = await run('ip', ['netns', 'list']);
    return text.split('\n').some((line) => line.split(' ')[0] === this.name);
  }

  /** What `ip` calls it, of whom an interface is moved there. */
  get target(): string {
    return this.name ?? String(process.pid);
  }

  run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    return asNetworkError(run(...this.#within(command, args), options));
  }

  attempt(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return attempt(...this.#within(command, args), options);
  }

  /** As `attempt`, in a third of the time: for what is called each second. It sees /sys of this process's own namespace. */
  attemptLight(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    if (this.name === null) return attempt(command, args, options);
    return attempt('nsenter', [`--net=/run/netns/${this.name}`, command, ...args], options);
  }

  ip(...args: string[]): Promise<string> {
    return asNetworkError(run('ip', this.#ip(args)));
  }

  /** Lines as `ip` takes them, without `ip`; the first that fails is the last that is run. */
  async ipLines(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await asNetworkError(run('ip', this.#ip(['-batch', '-']), { input: `${lines.join('\n')}\n` }));
  }

  /** The JSON that `ip` prints; empty when what is asked for is not there. */
  async ipJson<T>(...args: string[]): Promise<T[]> {
    const { code, stdout } = await attempt('ip', this.#ip(['-j', ...args]));
    return code === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as T[]) : [];
  }

  /**
   * One transaction of nftables: all of it or nothing, also when this process is killed meanwhile. From a pipe nft would take what was written until
   * then for all of it.
   */
  async nft(script: string): Promise<void> {
    if (script === '') return;
    const file = await nameless(script);
    try {
      await this.run('nft', ['-f', `/proc/${process.pid}/fd/${file.fd}`]);
    } finally {
      await file.close();
    }
  }

  /** `ipv4/ip_forward`; null when there is none of that name. */
  async readSysctl(name: string): Promise<string | null> {
    const path = `/proc/sys/net/${name}`;
    if (this.name === null) return (await readFile(path, 'utf8').catch(() => null))?.trim() ?? null;
    const { code, stdout } = await this.attempt('cat', [path]);
    return code === 0 ? stdout.trim() : null;
  }

  /** /proc/sys/net shows the namespace of who opens it, so a process in the namespace writes it. */
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

/** A file in memory, whatever becomes of the host's disk, that is found by its descriptor alone: it is gone when it is closed, or this process ends. */
async function nameless(text: string): Promise<FileHandle> {
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
