/** Provides image files of the simulated engine. They are empty, because nothing reads them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { DEBIAN_RELEASES } from './debian.ts';
import type { ImageFile, ImagePort } from './port.ts';

export class SimulatedImages implements ImagePort {
  readonly keys = ['tiny', ...Object.keys(DEBIAN_RELEASES)];
  readonly #directory: string;

  constructor(options: { home: string }) {
    this.#directory = join(options.home, 'simulated-images');
  }

  async isBuilt(): Promise<boolean> {
    return true;
  }

  async provide(key: string): Promise<ImageFile> {
    if (!this.keys.includes(key))
      throw new EngineError('image', `there is no image "${key}"`, {
        retryable: false,
      });
    const path = join(this.#directory, `${key}.qcow2`);
    await mkdir(this.#directory, { recursive: true });
    await writeFile(path, '');
    return { key, path, format: 'qcow2' };
  }
}
