import type { ImageFile } from '../compute/port.ts';

export interface ProvideOptions {
  /** Builds the image even if it exists, because Debian may have newer packages. Servers keep the image they were created from. */
  rebuild?: boolean;
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
