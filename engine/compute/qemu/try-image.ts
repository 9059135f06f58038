/**
 * Trial boots of images before they are sold. The guest of a trial must report its boot as a customer's guest does. Then root must be able
 * to log in to that boot with the key of the seed.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { consoleEnd } from '@innkeeper/model/images/console-end';
import type { HostCpu } from '@innkeeper/model/images/cpu-levels';
import { minutes } from '@innkeeper/model/time/clock';
import { EngineError } from '../../error.ts';
import { RESERVE_BYTES, readFreeBytes } from '../../host/free-space.ts';
import { attempt, run } from '../../host/run.ts';
import { removeStaleDrafts } from '../../images/drafts.ts';
import type { BootReports } from '../../images/port.ts';
import { chooseAccelerator, type KvmTestOptions } from './accelerator.ts';
import { withAgentOver } from './agent.ts';
import { BOOT_ID, bootId } from './agent-requests.ts';
import { agentListens } from './machines.ts';
import { PROGRAM, vmUser } from './process.ts';
import { isRecord } from './qmp.ts';
import { readReadyLine } from './ready-line.ts';
import { startTrialGuest, type TrialGuest, type TrialSpec } from './trial-guest.ts';
import { isHaltedStatus } from './watch.ts';

export type TrialResult =
  | { passed: true; reports: Exclude<BootReports, 'none'> }
  /** `why` is the end of a sentence about the image. `console` has the last lines of its serial console. */
  | { passed: false; why: string; console: string[] };

export interface TrialOptions {
  home: string;
  /** Directory of the checkout, which contains `launch.sh`. */
  projectRoot: string;
  system: () => Promise<KvmTestOptions['system']>;
  /** Returns the free space in bytes of a directory. */
  freeBytes?: (directory: string) => Promise<number>;
}

/** A Debian image takes 3 minutes under TCG. */
const LIMIT_MS = minutes(15);
/** Free space in bytes that the disk of a trial may fill. The first boot of a stock Debian writes 16 MB. */
const DISK_BYTES = 256 * 1024 ** 2;
const POLL_INTERVAL_MS = 1_000;
const AGENT_MS = 5_000;
const LOGIN_MS = 60_000;
const CONSOLE_BYTES = 65_536;
const SSH = [
  ...['-F', '/dev/null', '-o', 'BatchMode=yes', '-o', 'IdentitiesOnly=yes', '-o', 'ConnectTimeout=10'],
  ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'],
];

export class ImageTrials {
  readonly #options: TrialOptions;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  /** Returns what decides whether images for newer CPUs can boot on this host. Takes up to 10 s if KVM was never tested. */
  async cpu(): Promise<HostCpu> {
    const { name } = await this.#accelerator();
    const [, flags = ''] = /^flags\s*: (.*)$/m.exec(await readFile('/proc/cpuinfo', 'utf8')) ?? [];
    return { accelerator: name, flags: new Set(flags.split(' ')) };
  }

  /** Boots an image. Takes at most `limitMs`, 15 minutes by default. Throws `EngineError` if the image cannot be read, or the disk is full. */
  async boot(spec: TrialSpec, { limitMs = LIMIT_MS }: { limitMs?: number } = {}): Promise<TrialResult> {
    const directory = join(this.#options.home, 'images', 'trials');
    await mkdir(directory, { recursive: true });
    await removeStaleDrafts(directory);
    await this.#requireSpace(directory);
    const guest = await startTrialGuest(
      {
        directory,
        launcher: this.#launcher,
        user: await vmUser(),
        accelerator: await this.#accelerator(),
      },
      spec,
    );
    try {
      return await observe(guest, AbortSignal.timeout(limitMs));
    } finally {
      await guest.close();
    }
  }

  /** Throws unless the trial leaves enough space for the guests of this host. A full disk would pause them. */
  async #requireSpace(directory: string): Promise<void> {
    const { freeBytes = readFreeBytes } = this.#options;
    if ((await freeBytes(directory)) < DISK_BYTES + RESERVE_BYTES)
      throw new EngineError('disk_full', `There is no space for a trial boot: 1.25 GiB must be free in ${directory}.`);
  }

  get #launcher(): string {
    return join(this.#options.projectRoot, 'engine', 'compute', 'qemu', 'launch.sh');
  }

  async #accelerator() {
    const { home, system } = this.#options;
    const version = /version (\S+)/.exec(await run(PROGRAM, ['--version']))?.[1] ?? '?';
    const host = { home, program: PROGRAM, launcher: this.#launcher, user: await vmUser() };
    return chooseAccelerator({ ...host, system: await system(), version: `QEMU ${version}` });
  }
}

/** Polls the guest until it has passed, cannot pass any more, or the time is over. */
async function observe(guest: TrialGuest, late: AbortSignal): Promise<TrialResult> {
  let text = '';
  let report: Report | null = null;
  for (;;) {
    const why = late.aborted ? explainLate(report) : await problemOf(guest, text);
    if (why !== null) return { passed: false, why, console: consoleEnd(text) };
    text = (text + (await readConsole(guest))).slice(-CONSOLE_BYTES);
    report = (await readReport(guest)) ?? report;
    if (report !== null && (await login(guest)) === report.bootId)
      return { passed: true, reports: await bestReport(guest, report) };
    await sleep(POLL_INTERVAL_MS);
  }
}

interface Report {
  by: Exclude<BootReports, 'none'>;
  bootId: string;
}

const explainLate = (report: Report | null): string =>
  report === null
    ? 'did not report its boot in time, neither by a guest agent nor by cloud-init'
    : 'booted, but root could not log in with the SSH key of its seed';

/** Returns why the guest cannot pass any more, or `null`. */
async function problemOf({ qmp, end }: TrialGuest, console: string): Promise<string | null> {
  const status = await qmp.command('query-status').catch(() => null);
  const ended = end();
  // QEMU may repeat what the guest has given it.
  if (ended !== null) return `ended QEMU: ${consoleEnd(ended).join(' ')}`;
  if (isHaltedStatus(status)) return 'shut itself down';
  if (isRecord(status) && status.status === 'io-error') return 'needs more disk space than this host has';
  return /^No bootable device\./m.test(console) ? 'has nothing that the BIOS can boot' : null;
}

async function readConsole({ qmp }: TrialGuest): Promise<string> {
  const text = await qmp.command('ringbuf-read', { device: 'serial', size: CONSOLE_BYTES, format: 'base64' }).catch(() => null);
  return typeof text === 'string' ? Buffer.from(text, 'base64').toString('latin1') : '';
}

/** Returns the latest report since the last call, or `null`. */
async function readReport(guest: TrialGuest): Promise<Report | null> {
  const id = await agentBootId(guest);
  if (id !== null) return { by: 'agent', bootId: id };
  const line = await readReadyLine(guest.qmp).catch(() => null);
  return line && { by: 'line', bootId: line.bootId };
}

async function agentBootId({ qmp, agent }: TrialGuest): Promise<string | null> {
  const listens = await agentListens(qmp).catch(() => false);
  return listens ? withAgentOver(agent, { timeoutMs: AGENT_MS }, bootId).catch(() => null) : null;
}

/** Returns `agent` if the guest has an agent, which can do more than the line. It may start after SSH. */
const bestReport = async (guest: TrialGuest, { by }: Report): Promise<Report['by']> =>
  (await agentBootId(guest)) === null ? by : 'agent';

/** Logs in as root, and returns the boot id that the guest's kernel tells there. `null` without a login. */
async function login({ identity, port }: TrialGuest): Promise<string | null> {
  const ssh = ['ssh', '-i', identity, ...SSH, '-p', String(port), 'root@127.0.0.1', 'cat /proc/sys/kernel/random/boot_id'];
  // Ends with this process.
  const { stdout } = await attempt('setpriv', ['--pdeathsig', 'KILL', '--', ...ssh], { timeoutMs: LOGIN_MS }).catch(() => ({
    stdout: '',
  }));
  const id = stdout.trim();
  return BOOT_ID.test(id) ? id : null;
}
