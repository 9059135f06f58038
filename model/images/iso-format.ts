/**
 * Recognises ISO images by their first bytes, and names other files for the customer who named the URL.
 *
 * A server with an expired link answers with a web page, and many images are offered compressed. A guest could boot neither.
 */

const BLOCK_BYTES = 2_048;
/** Start of the volume descriptors, after 16 blocks for the boot code of the system (ECMA-119, ECMA-167). */
const DESCRIPTORS_AT = 16 * BLOCK_BYTES;
const MAX_DESCRIPTORS = 32;

/** Number of bytes at the start of a file that decide. A smaller file may be an image too. */
export const ISO_HEAD_BYTES = DESCRIPTORS_AT + MAX_DESCRIPTORS * BLOCK_BYTES;

/** Signatures of other files: position, bytes and the file in words. */
const OTHERS: readonly (readonly [at: number, bytes: string, words: string])[] = [
  [0, '\x1f\x8b', 'compressed with gzip'],
  [0, '\xfd7zXZ\0', 'compressed with xz'],
  [0, 'BZh', 'compressed with bzip2'],
  [0, '\x28\xb5\x2f\xfd', 'compressed with zstd'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
  [0, '7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  [0, 'Rar!', 'a RAR archive'],
  [257, 'ustar', 'a tar archive'],
  [0, 'QFI\xfb', 'a disk image in QCOW2 format'],
  [0, 'KDMV', 'a disk image in VMDK format'],
  [0, 'vhdxfile', 'a disk image in VHDX format'],
  [0, 'MSWIM\0\0\0', 'an image in WIM format'],
  [0, '%PDF-', 'a PDF document'],
];
const COMMENT = /<!--[\s\S]*?-->/g;
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b/i;
const MAX_PAGE_START = 1_000;

/**
 * Returns a sentence that says what a file is instead of an ISO image, or `undefined` for an image. `head` has its first `ISO_HEAD_BYTES`, or
 * the whole of a smaller file. `contentType` is the type that the server states.
 */
export function explainNoIso(head: Uint8Array, contentType: string | undefined): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const has = (at: number, text: string): boolean => bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (isIso9660(has) || isUdf(has) || hasBootSignature(has)) return undefined;
  const other = OTHERS.find(([at, text]) => has(at, text))?.[2];
  if (other !== undefined) return `The file is ${other}, and not an ISO image. Name the URL of the image itself.`;
  const start = bytes.subarray(0, MAX_PAGE_START).toString('latin1').replaceAll(COMMENT, '');
  if (WEB_PAGE.test(start) || /^text\/html\b/i.test(contentType ?? ''))
    return 'The URL leads to a web page, and not to an ISO image. Name the URL of the image itself.';
  return 'The file is not an ISO image: it has neither a file system of a disc (ISO 9660 or UDF) nor a boot sector.';
}

type Has = (at: number, text: string) => boolean;

/** Returns the position of a descriptor's identifier, which follows its type of one byte. */
const identifierAt = (descriptor: number): number => DESCRIPTORS_AT + descriptor * BLOCK_BYTES + 1;

const isIso9660 = (has: Has): boolean => has(identifierAt(0), 'CD001');

/** Returns whether a disc without ISO 9660 has descriptors of UDF, one of which names the version of the standard. */
function isUdf(has: Has): boolean {
  if (!has(identifierAt(0), 'BEA01')) return false;
  return Array.from({ length: MAX_DESCRIPTORS }, (_, i) => identifierAt(i)).some((at) => has(at, 'NSR02') || has(at, 'NSR03'));
}

/** Returns whether a disk image has the signature of an MBR, or the header of a GPT in block 1 of either size. */
function hasBootSignature(has: Has): boolean {
  return has(510, '\x55\xaa') || has(512, 'EFI PART') || has(4_096, 'EFI PART');
}
