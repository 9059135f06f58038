/** Formats file sizes. Pure. */

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Returns a size in decimal units, as file managers and mirrors show it: `702.5 MB`, `1.7 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${number.format(bytes / 1e9)} GB`;
  if (bytes >= 1e6) return `${number.format(bytes / 1e6)} MB`;
  return bytes >= 1e3 ? `${number.format(bytes / 1e3)} kB` : `${bytes} bytes`;
}
