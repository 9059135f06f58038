/** Identifies processes of this host. */
import { readFile } from 'node:fs/promises';
import { processStart } from '@innkeeper/model/installation/process-stat';

/** A process, identified by pid, start time and the host's boot id, because pids are reused. */
export interface ProcessRecord {
  pid: number;
  /** Start time in clock ticks since the host's boot. */
  startTime: string;
  hostBoot: string;
  /** Id of the dedicated user of the machine. Unset if guests share a user. */
  uid?: number;
  /** True if the process runs the rescue system. */
  rescue?: true;
  /** True if the guest has a port for its ready line. Unset for processes that an earlier release started. */
  readyPort?: true;
  /** Digest of its accelerator and CPU. Unset for processes that an earlier release started, which cannot move while they run. */
  cpuDigest?: string;
  /** Set before we kill the process. Without this flag or `interrupted`, an ended process has crashed, unless the host rebooted. */
  ending?: true;
  /** Set before the guest is stopped with `startsAgain`. The machine is then `interrupted` once the process has ended. */
  interrupted?: true;
  /** Set once the crash was reported. */
  crashed?: true;
  /** Id of the boot that the last reboot ended. */
  rebootedFrom?: string;
}

async function startTimeOf(pid: number): Promise<string | null> {
  return processStart(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''));
}

/** Returns the host's boot id. */
export async function hostBoot(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
}

/** Returns the record of a running process, or `null` if it does not exist. */
export async function recordOf(pid: number): Promise<ProcessRecord | null> {
  const startTime = await startTimeOf(pid);
  return startTime === null ? null : { pid, startTime, hostBoot: await hostBoot() };
}

/** Returns whether exactly this process is running, not another one with its pid. */
export async function isAlive(record: ProcessRecord): Promise<boolean> {
  return (await startTimeOf(record.pid)) === record.startTime && (await hostBoot()) === record.hostBoot;
}
