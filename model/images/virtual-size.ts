/** Reads the size of the disk in an image file. Pure. */

/** Number of bytes of the file that the size is read from. */
export const HEADER_BYTES = 32;
const QCOW2_MAGIC = 0x51_46_49_fb;
const SIZE_OFFSET = 24;
const GIB = 2n ** 30n;

/** Returns the least disk in GB, rounded up. Returns `null` if the file has another format. Disks of plans count GB of 2^30 bytes. */
export function minimumDiskGb(format: 'qcow2' | 'raw', { header, bytes }: { header: Buffer; bytes: number }): number | null {
  if (format === 'raw') return inGb(BigInt(bytes));
  if (header.length < HEADER_BYTES || header.readUInt32BE(0) !== QCOW2_MAGIC) return null;
  return inGb(header.readBigUInt64BE(SIZE_OFFSET));
}

/** Rounds up to GB. Returns `null` for a size that no integer column can hold, which is damaged. */
function inGb(bytes: bigint): number | null {
  const gb = (bytes + GIB - 1n) / GIB;
  return gb > 0n && gb < 2n ** 31n ? Number(gb) : null;
}
