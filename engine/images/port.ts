import type { ImageFile } from '../compute/port.ts';

export interface ProvideOptions {
  /** Builds it even when it is there: Debian may have newer packages. Servers keep the image that they were made of. */
  anew?: boolean;
}

/** Where a server image of the catalogue becomes a file of this node. */
export interface ImagePort {
  /** The keys it can provide: `tiny`. */
  readonly keys: readonly string[];
  /**
   * Builds or fetches the image when it is not there yet; milliseconds when it is. `onProgress` gets sentences.
   * Fails with `EngineError('image')`, not retryable, for a key that it does not know.
   */
  provide(key: string, onProgress?: (sentence: string) => void, options?: ProvideOptions): Promise<ImageFile>;
}
