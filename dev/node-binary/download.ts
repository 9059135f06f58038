/** Downloads a release of the Node project. Only the releasing machine does this. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KEYRING } from './checksums.ts';
import { releaseFiles } from './official.ts';

/** URLs of the downloads. They need not be trusted, because each download is verified. */
export interface Sources {
  /** Directory that contains a directory per version. */
  releases: string;
  keyring: string;
}

export const NODE_PROJECT: Sources = {
  releases: 'https://nodejs.org/dist',
  keyring: 'https://github.com/nodejs/release-keys/raw/HEAD/gpg/pubring.kbx',
};

/** Downloads the files of `releaseFiles` to `directory`. Throws with the URL if a download fails. */
export async function downloadRelease(version: string, directory: string, sources: Sources = NODE_PROJECT): Promise<void> {
  for (const file of releaseFiles(version)) {
    const url = file === KEYRING ? sources.keyring : `${sources.releases}/v${version}/${file}`;
    const response = await fetch(url).catch((error: Error) => {
      throw new Error(`${url} cannot be downloaded: ${error.cause instanceof Error ? error.cause.message : error.message}`);
    });
    if (!response.ok || !response.body) throw new Error(`${url} cannot be downloaded: the answer is ${response.status}.`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path.join(directory, file)));
  }
}
