/** Way in which guests of an image report a boot: their agent, the ready line, or none. */
export type BootReports = 'agent' | 'line' | 'none';

/** An image in a file on the node. */
export interface ImageFile {
  key: string;
  /**
   * Path of a qcow2 or raw file that is never modified, absolute or relative to the engine's directory. The file may be deleted or
   * replaced. Machines keep the file that they were created from.
   */
  path: string;
  format: 'qcow2' | 'raw';
  /** SHA-256 of the file in hex. Unset or `null` if it is not known. */
  sha256?: string | null;
  /** Default: `agent`. */
  reports?: BootReports;
}

export interface ProvideOptions {
  /** Builds the image even if it exists, because Debian may have newer packages. Servers keep the image they were created from. */
  rebuild?: boolean;
}

/** An image as its row describes it, to be fetched to a node that does not have its file. */
export interface ListedImage extends ImageFile {
  id: number;
  sha256: string | null;
  /** Size of the file, or `null` until the first host has measured it. */
  bytes: bigint | null;
}

/** The file of an image on the first host. */
export interface RemoteImage {
  bytes: number;
  content: AsyncIterable<Buffer> & { destroy(): void };
}

/** Link to the images of the first host. */
export interface ImageLink {
  /** Opens the file of an image. Throws a retryable `EngineError` if the first host does not answer or lacks the file. */
  open(imageId: number, signal: AbortSignal | undefined): Promise<RemoteImage>;
}

/** Provides images of the catalogue as files of this node. */
export interface ImagePort {
  /** Keys of the images it can provide, such as `tiny`. */
  readonly keys: readonly string[];
  /** Returns whether `provide` would neither build nor fetch anything. */
  isBuilt(key: 'tiny'): Promise<boolean>;
  /**
   * Builds or fetches the image unless it exists. Checking that takes milliseconds. `onProgress` receives messages. Throws a non-retryable
   * `EngineError('image')` for an unknown key.
   */
  provide(key: string, onProgress?: (sentence: string) => void, options?: ProvideOptions): Promise<ImageFile>;
}

/** The content of a new disk. */
export type DiskSource =
  | { from: 'image'; image: ImageFile }
  /** A complete copy (`copyDisk`). `sha256`, if set, is verified first. The file may be deleted afterwards. */
  | { from: 'copy'; path: string; format: 'qcow2'; sha256?: string }
  /** An empty disk, for installation from an ISO. */
  | { from: 'blank' };
