/** How many packets a network namespace has received, without a process: the kernel tells it of any process in it. */
import { readFile } from 'node:fs/promises';

/** Of both families, whatever becomes of them; null: there is no such process. */
export async function packetsReceived(pid: number): Promise<number | null> {
  const read = (name: string): Promise<string | null> => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => null);
  const [four, six] = await Promise.all([read('snmp'), read('snmp6')]);
  if (four === null) return null;
  // A kernel without IPv6 has no counters of it.
  return receivedOf(four) + Number(/^Ip6InReceives\s+(\d+)$/m.exec(six ?? '')?.[1] ?? 0);
}

/** A line of names, and one of numbers. */
function receivedOf(snmp: string): number {
  const [names = [], numbers = []] = [...snmp.matchAll(/^Ip: (.*)$/gm)].map(([, line = '']) => line.split(' '));
  return Number(numbers[names.indexOf('InReceives')] ?? 0);
}
