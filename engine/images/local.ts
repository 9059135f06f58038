/** Images that this node builds by itself. */
import { join } from 'node:path';
import { EngineError, type ImageFile } from '../compute/port.ts';
import type { ImagePort } from './port.ts';
import { buildTiny, findTiny, type TinyImage } from './tiny.ts';

export interface LocalImagesOptions {
  /** Images are below it, a directory each. */
  directory: string;
  projectRoot: string;
}

export class LocalImages implements ImagePort {
  readonly keys = ['tiny'];
  readonly #options: LocalImagesOptions;

  constructor(options: LocalImagesOptions) {
    this.#options = options;
  }

  async provide(key: string, onProgress?: (sentence: string) => void): Promise<ImageFile> {
    if (!this.keys.includes(key)) throw new EngineError('image', `there is no image "${key}"`, { retryable: false });
    return buildTiny({ ...this.#tiny(), ...(onProgress === undefined ? {} : { onProgress }) });
  }

  /** The tiny system for direct kernel boot; null while it is not built. */
  async system(): Promise<Pick<TinyImage, 'kernel' | 'initrd'> | null> {
    return findTiny(this.#tiny());
  }

  #tiny() {
    return { directory: join(this.#options.directory, 'tiny'), projectRoot: this.#options.projectRoot };
  }
}
