import { expect, it } from 'vitest';
import { HEADER_BYTES, minimumDiskGb } from './virtual-size.ts';

const GIB = 2 ** 30;

function qcow2(size: bigint, magic = 'QFI\xfb'): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(magic, 'latin1');
  header.writeBigUInt64BE(size, 24);
  return header;
}

it.each([
  [BigInt(3 * GIB), 3],
  [BigInt(3 * GIB) + 1n, 4],
  [1n, 1],
  [0n, null],
  [2n ** 63n, null],
])('the disk of %i bytes in a qcow2 file needs %j GB', (size, gb) => {
  expect(minimumDiskGb('qcow2', { header: qcow2(size), bytes: 1000 })).toBe(gb);
});

it('a raw file is as large as its disk, and a file of another format has no size', () => {
  const header = Buffer.alloc(HEADER_BYTES);
  expect(minimumDiskGb('raw', { header, bytes: 2 * GIB + 1 })).toBe(3);
  expect(minimumDiskGb('raw', { header: Buffer.alloc(0), bytes: 0 })).toBeNull();
  expect(minimumDiskGb('qcow2', { header: qcow2(1n, 'QED\0'), bytes: GIB })).toBeNull();
  expect(minimumDiskGb('qcow2', { header: qcow2(1n).subarray(0, 20), bytes: 20 })).toBeNull();
});
