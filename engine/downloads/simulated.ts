/** Downloads of the simulated engine, without a network. The content is derived from the URL. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import { DownloadDirectory } from './download-directory.ts';
import { DownloadError, type Downloaded, type DownloadedFile, type DownloadOrder, type DownloadPort } from './port.ts';

export interface SimulatedDownloadsOptions {
  directory: string;
  mirrors?: Live<readonly Endpoint[]>;
  /** Called before each download. An exception makes the download fail. */
  fail?: (url: string, signal: AbortSignal) => void | Promise<void>;
}

/** Returns the content of a URL. */
export const simulatedContent = (url: string): string => `simulated ISO of ${url}\n`;

/** Host that accepts a request and never sends a byte. */
export const STALLED_HOST = 'stalled.example';

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export class SimulatedDownloads implements DownloadPort {
  readonly #files: DownloadDirectory;
  readonly #mirrors: Live<readonly Endpoint[]>;
  readonly #fail: SimulatedDownloadsOptions['fail'];

  constructor({ directory, mirrors = [], fail }: SimulatedDownloadsOptions) {
    this.#files = new DownloadDirectory(directory);
    this.#mirrors = mirrors;
    this.#fail = fail;
  }

  async download({ name, url, maxBytes, sha256, signal, onSize, onPercent }: DownloadOrder): Promise<Downloaded> {
    const there = await this.#files.find(name);
    if (there) return there;
    await this.#fail?.(url, signal);
    if (signal.aborted) throw new DownloadError('The download was interrupted. Try again.', { retryable: true });
    const refusal = explainUrlRefusal(url, DOWNLOAD_RULES, currentOf(this.#mirrors));
    if (refusal !== undefined) throw new DownloadError(refusal, { retryable: false });
    if (new URL(url).hostname === STALLED_HOST) {
      await waitForAbort(signal);
      throw new DownloadError('The download was interrupted. Try again.', { retryable: true });
    }
    const content = simulatedContent(url);
    const bytes = Buffer.byteLength(content);
    if (bytes > maxBytes) throw new DownloadError(`The file is larger than ${maxBytes} bytes.`, { retryable: false });
    await onSize?.(bytes);
    const actual = createHash('sha256').update(content).digest('hex');
    if (sha256 !== null && sha256 !== actual) {
      throw new DownloadError(`The checksum of the file does not match: its SHA-256 is ${actual}.`, { retryable: false });
    }
    const draft = await this.#files.draft(name);
    await writeFile(draft, content, { mode: 0o644 });
    onPercent?.(100);
    return { path: await this.#files.finish(name, draft), bytes, sha256: actual };
  }

  remove(name: string): Promise<void> {
    return this.#files.remove(name);
  }

  list(): Promise<DownloadedFile[]> {
    return this.#files.list();
  }
}
