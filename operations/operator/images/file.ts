import type { ImageSource } from '@innkeeper/model/images/source';

/** File of an image on the node, as guests use it. */
export interface ImageFile {
  /** Path as it is stored: relative to the engine directory if the file is below it. */
  path: string;
  format: 'qcow2' | 'raw';
  source: ImageSource;
  /** Size and SHA-256, or `null` if a job measures them later. */
  measured: { bytes: bigint; sha256: string } | null;
}
