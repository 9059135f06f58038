/**
 * Runs a container like Docker, as far as these tests need. It has its own process ids, which begin at 1, and its own network, in which the
 * host is the gateway.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { attempt, type RunResult, run } from '@innkeeper/engine/host/run';
import { Netns } from '@innkeeper/engine/network/netns';
import type { Image } from './buildah.ts';

/** Link-local addresses, which no router forwards. */
const HOST = '169.254.77.1/30';
export const ADDRESS = '169.254.77.2';

export interface Network {
  readonly inside: Netns;
  close(): Promise<void>;
}

/** Opens a network namespace that is connected to the host. */
export async function openNetwork(): Promise<Network> {
  const name = `trial-${process.pid}`;
  const inside = new Netns(name);
  const [here, there] = [`trh${process.pid}`, `trc${process.pid}`];
  await run('ip', ['netns', 'add', name]);
  await run('ip', ['link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name]);
  await run('ip', ['address', 'add', HOST, 'dev', here]);
  await run('ip', ['link', 'set', here, 'up']);
  await inside.ipLines(['link set lo up', `address add ${ADDRESS}/30 dev ${there}`, `link set ${there} up`]);
  return { inside, close: () => run('ip', ['netns', 'delete', name]).then(() => undefined) };
}

export interface Container {
  /** Returns all output so far. */
  said(): string;
  /** Runs a program in the container, as `docker exec` does. */
  execute(program: readonly string[]): Promise<RunResult>;
  /** Sends SIGKILL to all of its processes. */
  kill(): Promise<void>;
  /** Sends SIGTERM to its first process, as `docker stop` does. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the command of the image, with its volume at `data`. */
export async function startContainer(image: Image, { inside }: Network, data: string): Promise<Container> {
  const { Entrypoint, Cmd } = image.config;
  const within = await image.open(data);
  const apart = ['netns', 'exec', inside.name ?? '', 'unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'buildah'];
  const child = spawn('ip', [...apart, ...within([...Entrypoint, ...Cmd])], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return {
    said: () => said,
    async execute(program) {
      const first = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim();
      const beside = ['--target', first, '--pid', '--mount', '--net', 'buildah'];
      return attempt('nsenter', [...beside, ...within(program)], { timeoutMs: 300_000 });
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode(child);
    },
    async stop() {
      const [init] = (await run('pgrep', ['--exact', 'tini', '--ns', String(child.pid), '--nslist', 'net'])).split('\n');
      process.kill(Number(init), 'SIGTERM');
      return exitCode(child);
    },
  };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
