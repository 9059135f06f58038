/** Boots a root in a container with systemd as PID 1, by systemd-nspawn, with a network of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { attempt, type RunResult } from '@innkeeper/engine/host/run';
import { CHECKOUT, HOME } from './root.ts';

/** Without a service manager outside, nspawn ends with this code when the machine reboots. */
const REBOOTS = 133;
const BENCH = 'build/bench';
const BOOT_MS = 60_000;
const COMMAND_MS = 400_000;

export interface Machine {
  /** Runs a program in it as root. */
  execute(program: string, ...args: string[]): Promise<RunResult>;
  /** Starts a program in it. */
  start(program: string, ...args: string[]): ChildProcess;
  /** Reboots it as its operator does, and resolves once it is off. */
  shutDownForReboot(): Promise<void>;
  /** Boots it again, and resolves once systemd runs. */
  boot(): Promise<void>;
  /** Kills it. */
  close(): Promise<void>;
}

export async function bootMachine(root: string): Promise<Machine> {
  let machine = startMachine(root);
  let leader = await untilBooted(machine);
  const within = (program: string, args: string[]): string[] => {
    const namespaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup'];
    const env = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', `INNKEEPER_HOME=${HOME}`];
    return ['--target', String(leader), ...namespaces, '--', ...env, program, ...args];
  };
  return {
    execute: (program, ...args) => attempt('nsenter', within(program, args), { timeoutMs: COMMAND_MS }),
    start: (program, ...args) => spawn('nsenter', within(program, args), { stdio: ['ignore', 'pipe', 'ignore'] }),
    async shutDownForReboot() {
      const ended = once(machine, 'exit');
      await attempt('nsenter', within('systemctl', ['reboot']));
      const [code] = await ended;
      if (code !== REBOOTS) throw new Error(`the machine ended with ${code} instead of a reboot`);
    },
    async boot() {
      machine = startMachine(root);
      leader = await untilBooted(machine);
    },
    async close() {
      if (machine.exitCode !== null || machine.signalCode !== null) return;
      const ended = once(machine, 'exit');
      process.kill(leader, 'SIGKILL');
      await ended;
    },
  };
}

function startMachine(root: string): ChildProcess {
  // The databases of the benchmark belong to another user, and `systemd install` refuses a checkout with such files.
  const hidden = existsSync(join(projectRoot, BENCH)) ? [`--tmpfs=${join(CHECKOUT, BENCH)}`] : [];
  const mounts = [`--bind-ro=${projectRoot}:${CHECKOUT}`, ...hidden, '--bind=/dev/net/tun'];
  const alone = ['--keep-unit', '--register=no', '--quiet', '--private-network', '--machine=innkeeper-systemd'];
  return spawn('systemd-nspawn', [...alone, ...mounts, '--directory', root, '--boot'], {
    // Hosts with both versions of control groups would otherwise give the machine version 1.
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    stdio: 'ignore',
  });
}

/** Returns the process that is PID 1 in the machine. */
async function untilBooted(machine: ChildProcess): Promise<number> {
  for (const deadline = Date.now() + BOOT_MS; Date.now() < deadline; await sleep(200)) {
    if (machine.exitCode !== null) throw new Error(`systemd-nspawn ended with ${machine.exitCode}`);
    const children = await readFile(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').catch(() => '');
    for (const pid of children.trim().split(' ').filter(Boolean)) {
      const all = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup'];
      const state = await attempt('nsenter', ['--target', pid, ...all, '--', 'systemctl', 'is-system-running']).catch(() => null);
      // A machine with a failed unit is booted, too.
      if (state !== null && /^(starting|running|degraded)$/.test(state.stdout.trim())) return Number(pid);
    }
  }
  throw new Error('the machine does not boot');
}
