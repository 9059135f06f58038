/**
 * Reads how many packets a network namespace has received. Needs no extra process, because /proc shows the counters of any process in the
 * namespace.
 */
import { readFile } from 'node:fs/promises';

/** Returns the packets received in both families, including packets dropped later. `null` if the process does not exist. */
export async function packetsReceived(pid: number): Promise<number | null> {
  const read = (name: string): Promise<string | null> => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => null);
  const [four, six] = await Promise.all([read('snmp'), read('snmp6')]);
  if (four === null) return null;
  // A kernel without IPv6 has no IPv6 counters.
  return receivedOf(four) + Number(/^Ip6InReceives\s+(\d+)$/m.exec(six ?? '')?.[1] ?? 0);
}

/** Reads `InReceives` from a line of names and a line of numbers. */
function receivedOf(snmp: string): number {
  const [names = [], numbers = []] = [...snmp.matchAll(/^Ip: (.*)$/gm)].map(([, line = '']) => line.split(' '));
  return Number(numbers[names.indexOf('InReceives')] ?? 0);
}
