import { readFileSync } from 'node:fs';

/** Ticks a second of the times in /proc/stat, on every processor of Linux (`USER_HZ`). */
const TICKS_PER_SECOND = 100;

/**
 * Returns the seconds that all processors were busy since the boot of this machine. Installations detach their processes, so the times of
 * children lack a third. Other programs on the machine count too.
 *
 * Busy: user, nice, system, interrupts, soft interrupts (man 5 proc_stat). User includes guests. Excluded: idle, waiting for disks, and
 * stolen by other virtual machines.
 */
export function readBusySeconds(stat = readFileSync('/proc/stat', 'utf8')): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = stat.split('\n', 1)[0]?.split(/\s+/).map(Number) ?? [];
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}
