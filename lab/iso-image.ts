/** Files that count as ISO images. */
import { ISO_HEAD_BYTES } from '@innkeeper/model/images/iso-format';

/** Returns a file with the descriptor of ISO 9660 at its place. `label` makes its bytes differ from those of others. */
export function isoImage(label: string, bytes = ISO_HEAD_BYTES): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('\x01CD001\x01\0', 16 * 2_048);
  file.write(label.slice(0, 32), 16 * 2_048 + 40);
  return file;
}
