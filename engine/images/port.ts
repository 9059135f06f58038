import type { ImageFile } from '../compute/port.ts';

export interface ProvideOptions {
  /** Builds it even when it exists: Debian may have newer packages. Servers keep the image they were created from. */
  rebuild?: boolean;
}

/** Provides images of the catalogue as files of this node. */
export interface ImagePort {
  /** Keys of the images it can provide: `tiny`. */
  readonly keys: readonly string[];
  /**
   * Builds or fetches the image unless it exists, which takes milliseconds to find out. `onProgress` gets messages.
   * Fails with `EngineError('image')`, not retryable, for an unknown key.
   */
  provide(key: string, onProgress?: (sentence: string) => void, options?: ProvideOptions): Promise<ImageFile>;
}
