/** An image's file, where guests find it on the node. */
export interface ImageFile {
  path: string;
  format: 'qcow2' | 'raw';
}
