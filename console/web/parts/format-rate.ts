/** Formats traffic rates. Pure. */
import { texts } from './protection-texts.ts';

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Returns a rate of bits: `840 Mbit/s`, `1.6 Gbit/s`. */
export function formatRate(mbps: number): string {
  return mbps >= 1000 ? texts.gbps(number.format(mbps / 1000)) : texts.mbps(number.format(mbps));
}

/** Returns a rate of packets: `98,000 packets/s`. */
export function formatPackets(pps: number): string {
  return texts.pps(whole.format(pps));
}

/** Returns a number with separators: `4,900,000`. */
export function formatCount(count: number): string {
  return whole.format(count);
}
