/** File of an image on the node, as guests use it. */
export interface ImageFile {
  path: string;
  format: 'qcow2' | 'raw';
}
