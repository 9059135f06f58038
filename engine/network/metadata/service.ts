/**
 * Manages the metadata service of a network namespace. `server.mjs` runs as its own user, which may only read what guests may read. The
 * process outlives Innkeeper, like guests do. It is found again by its pid and its exact arguments, which include its version.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { findLauncher, scopePrefix } from '../../host/launcher.ts';
import { makeSystemUser } from '../../host/system-user.ts';
import type { Netns } from '../netns.ts';
import type { MetadataFiles } from '../port.ts';
import { INTERNAL_NETWORK4, INTERNAL_NETWORK6, metadataKeyOf } from './addresses.ts';

export const METADATA_USER = 'innkeeper-metadata';

const START_MS = 20_000;
/**
 * Capabilities at start. The process starts as root to bind its port and to read its code, whose directory may be closed to others. It then
 * switches to its own user.
 */
const NEEDED = '-all,+setuid,+setgid,+net_bind_service,+dac_read_search';
const CONFINED = ['prlimit', '--core=0:0', '--nofile=8192:8192', 'setpriv', '--no-new-privs', '--inh-caps=-all'];

export class MetadataService {
  readonly #netns: Netns;
  readonly #directory: string;
  readonly #files: string;
  readonly #script: string;
  #arguments: string[] = [];
  #user = { uid: 0, gid: 0 };

  /** Creates the manager. `projectRoot` is the directory of the checkout. */
  constructor(netns: Netns, projectRoot: string) {
    this.#netns = netns;
    this.#directory = join('/run/innkeeper', netns.name ?? '');
    this.#files = join(this.#directory, 'metadata');
    this.#script = join(projectRoot, 'engine', 'network', 'metadata', 'server.mjs');
  }

  async open(): Promise<void> {
    this.#user = await makeSystemUser(METADATA_USER);
    const { uid, gid } = this.#user;
    await mkdir(this.#files, { recursive: true, mode: 0o750 });
    await chown(this.#files, 0, gid);
    await chmod(this.#files, 0o750);
    // The version includes that of Node.js, because the process outlives updates of the worker that started it.
    const version = createHash('sha256')
      .update(process.version)
      .update(await readFile(this.#script))
      .digest('hex');
    const six = (await this.#netns.readSysctl('ipv6/conf/all/disable_ipv6')) === null ? 'without-ipv6' : 'with-ipv6';
    this.#arguments = [this.#script, this.#files, String(uid), String(gid), version.slice(0, 16), six];
    // Restores the rules even if somebody flushed them.
    await this.#netns.nft(egressRules(uid));
    await this.ensure();
  }

  /** Starts the process unless it runs with exactly these arguments. Does nothing before `open`. */
  async ensure(): Promise<void> {
    if (this.#arguments.length === 0) return;
    const running = await this.#running();
    if (running?.command.endsWith(this.#arguments.join('\0'))) return;
    await this.stop();
    if ((await this.#start()) === 'ready') return;
    // A worker killed between starting the process and recording its pid leaves a process that holds the port.
    for (const pid of await this.#unrecorded()) process.kill(pid, 'SIGKILL');
    const second = await this.#start();
    if (second !== 'ready') throw new EngineError('network', `the metadata service does not start: ${second}`);
  }

  /** Replaces a guest's files atomically: a guest reads either the old files or the new ones. */
  async write(mac: string, files: MetadataFiles): Promise<void> {
    const [path, text] = [this.#path(mac), JSON.stringify(files)];
    if ((await readIfThere(path)) === text) return;
    const draft = `${path}.draft`;
    await mkdir(this.#files, { recursive: true, mode: 0o750 });
    await writeFile(draft, text, { mode: 0o640 });
    await chown(draft, 0, this.#user.gid);
    await rename(draft, path);
  }

  async remove(mac: string): Promise<void> {
    await rm(this.#path(mac), { force: true });
  }

  /** Lists the machines that have files, by `metadataKeyOf` their MAC. */
  async keys(): Promise<string[]> {
    const names = await readdir(this.#files).catch(() => []);
    return names.flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : [])).sort();
  }

  async stop(): Promise<void> {
    const running = await this.#running();
    if (running === null) return;
    process.kill(running.pid, 'SIGTERM');
    for (let i = 0; i < 100 && (await this.#running()) !== null; i++) await sleep(20);
  }

  /** Returns the pid of the process, or `null` if it does not run. */
  async pid(): Promise<number | null> {
    return (await this.#running())?.pid ?? null;
  }

  /** Returns whether the process has died since it was started. Cheap enough to call every second. */
  async isDown(): Promise<boolean> {
    return this.#arguments.length > 0 && (await this.#running()) === null;
  }

  /** Stops the process and prevents `ensure` from starting it again. */
  async close(): Promise<void> {
    this.#arguments = [];
    await this.stop();
  }

  get #pidFile(): string {
    return join(this.#directory, 'metadata.pid');
  }

  #path(mac: string): string {
    return join(this.#files, `${metadataKeyOf(mac)}.json`);
  }

  /** Starts the process and returns its first output line, or the reason why there is none. */
  async #start(): Promise<string> {
    const confined = [...CONFINED, `--bounding-set=${NEEDED}`, '--', process.execPath, '--max-old-space-size=96'];
    const namespace = this.#netns.name ?? '';
    const scope = { name: `metadata-${namespace}`, description: `Innkeeper metadata service of ${namespace}` };
    const prefix = scopePrefix(await findLauncher(), scope);
    const [program = 'ip', ...args] = [...prefix, 'ip', 'netns', 'exec', namespace, ...confined, ...this.#arguments];
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      return await new Promise<string>((resolve) => {
        const timer = setTimeout(() => resolve('it does not answer'), START_MS);
        const end = (line: string) => {
          clearTimeout(timer);
          resolve(line.trim());
        };
        child.stdout.once('data', (chunk: Buffer) => end(chunk.toString()));
        child.once('error', (error) => end(error.message));
        child.once('exit', (code) => end(`exit ${code}`));
      });
    } finally {
      child.stdout.destroy();
      child.unref();
    }
  }

  /** Returns the process of the pid file if it is our service. The pid may have been reused by another program. */
  async #running(): Promise<{ pid: number; command: string } | null> {
    const pid = Number((await readIfThere(this.#pidFile)) ?? 0);
    return Number.isInteger(pid) && pid > 1 ? this.#ours(pid) : null;
  }

  async #ours(pid: number): Promise<{ pid: number; command: string } | null> {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').slice(0, -1);
    return words.includes(this.#files) ? { pid, command: words.join('\0') } : null;
  }

  async #unrecorded(): Promise<number[]> {
    const { stdout } = await this.#netns.attempt('ip', ['netns', 'pids', this.#netns.name ?? '']);
    const found = await Promise.all(
      stdout
        .split('\n')
        .filter(Boolean)
        .map(Number)
        .map((pid) => this.#ours(pid)),
    );
    return found.flatMap((one) => (one === null ? [] : [one.pid]));
  }
}

/** Returns rules that let the process send only replies to guests that called it, in case an attacker takes over the process. */
function egressRules(uid: number): string {
  const table = 'inet innkeeper-metadata';
  return [
    ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
    `add chain ${table} output { type filter hook output priority filter; policy accept; }`,
    `add rule ${table} output meta skuid ${uid} meta l4proto != tcp counter drop`,
    `add rule ${table} output meta skuid ${uid} tcp flags & (syn | ack) == syn counter drop`,
    `add rule ${table} output meta skuid ${uid} ip saddr ${INTERNAL_NETWORK4} tcp sport 80 accept`,
    `add rule ${table} output meta skuid ${uid} ip6 saddr ${INTERNAL_NETWORK6} tcp sport 80 accept`,
    `add rule ${table} output meta skuid ${uid} counter drop`,
    '',
  ].join('\n');
}
