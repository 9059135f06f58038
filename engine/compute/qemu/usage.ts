/** Resource usage of a running machine, from QEMU, /proc and the tap's counters. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineSpec, MachineUsage } from '../port.ts';
import type { MachineRecord, ProcessRecord } from './directory.ts';
import type { LinkCounters } from './link-counters.ts';
import { isRecord, records, withQmp } from './qmp.ts';

/** Clock ticks per second of /proc; the same on all Linux hosts that Debian runs on. */
const TICKS = 100;

export async function usageOf(
  directory: string,
  { spec, disk: file }: MachineRecord,
  record: ProcessRecord,
  links: LinkCounters,
): Promise<MachineUsage> {
  const [cpus, blocks] = await withQmp(directory, 'act.sock', async (qmp) => [
    await qmp.command('query-cpus-fast'),
    await qmp.command('query-blockstats'),
  ]);
  const threads = records(cpus).map((cpu) => cpu['thread-id']);
  const seconds = await Promise.all(threads.map((thread) => cpuSeconds(record.pid, Number(thread))));
  const disk = records(blocks).find(({ qdev }) => String(qdev).includes('disk0'));
  const stats = isRecord(disk?.stats) ? disk.stats : {};
  return {
    cpuSeconds: seconds.reduce((sum, one) => sum + one, 0),
    diskBytes: (await lstat(join(directory, file))).blocks * 512,
    diskReadBytes: Number(stats.rd_bytes) || 0,
    diskWrittenBytes: Number(stats.wr_bytes) || 0,
    ...(await netBytes(spec, links)),
  };
}

async function cpuSeconds(pid: number, thread: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${thread}/stat`, 'latin1').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS || 0;
}

/**
 * Bytes sent by the tap were received by the guest. QEMU's user-mode network has no counters: zeros. An unreadable tap fails:
 * zeros would look like a restarted counter, and the next reading would count all bytes again.
 */
async function netBytes(
  { nic: { plug } }: MachineSpec,
  links: LinkCounters,
): Promise<Pick<MachineUsage, 'netInBytes' | 'netOutBytes'>> {
  if (plug.kind !== 'tap') return { netInBytes: 0, netOutBytes: 0 };
  const { rx, tx } = await links.of(plug.namespace, plug.device);
  return { netInBytes: tx, netOutBytes: rx };
}
