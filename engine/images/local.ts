/** Provides images that this node builds itself. */
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { buildDebian, DEBIAN_RELEASES, isDebianKey } from './debian.ts';
import type { ImageFile, ImagePort, ProvideOptions } from './port.ts';
import { buildTiny, findTiny, type TinyImage } from './tiny.ts';

export interface LocalImagesOptions {
  /** Parent directory. Each image has its own directory below. */
  directory: string;
  projectRoot: string;
}

export class LocalImages implements ImagePort {
  readonly keys = ['tiny', ...Object.keys(DEBIAN_RELEASES)];
  readonly #options: LocalImagesOptions;

  constructor(options: LocalImagesOptions) {
    this.#options = options;
  }

  async provide(key: string, onProgress?: (sentence: string) => void, options: ProvideOptions = {}): Promise<ImageFile> {
    const how = { ...this.#at(key), ...options, ...(onProgress === undefined ? {} : { onProgress }) };
    if (isDebianKey(key)) return buildDebian(key, how);
    if (key === 'tiny') return buildTiny(how);
    throw new EngineError('image', `there is no image "${key}"`, { retryable: false });
  }

  async isBuilt(key: 'tiny'): Promise<boolean> {
    return (await findTiny(this.#at(key))) !== null;
  }

  /** Returns the tiny system for direct kernel boot, or `null` until it is built. */
  async system(): Promise<Pick<TinyImage, 'kernel' | 'initrd' | 'rescue'> | null> {
    return findTiny(this.#at('tiny'));
  }

  #at(key: string) {
    return { directory: join(this.#options.directory, key), projectRoot: this.#options.projectRoot };
  }
}
