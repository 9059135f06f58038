/** Sends the files of images from the first host to other nodes. */
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import type { ImageFiles } from '@innkeeper/engine/images/files';
import { imageProblem } from '@innkeeper/model/images/file-state';
import type { Kysely } from 'kysely';
import { LINK_LIMITS } from './limits.ts';

export interface ImageServerOptions {
  db: Kysely<Database>;
  imageFiles: Pick<ImageFiles, 'findOwn'>;
  log: { warn(fields: object, message: string): void };
}

/** Each of these numbers fits into a column of the type integer. */
const IMAGE_PATH = /^\/images\/([1-9]\d{0,8})$/;

/** Returns the path of a request for the file of an image. */
export const imagePathOf = (id: number): string => `/images/${id}`;

/** Returns whether a request is for the file of an image. */
export const isImageRequest = (method: string, path: string): boolean => method === 'GET' && IMAGE_PATH.test(path);

/** Returns the handler: 200 with the file, 404 if this host lacks it, and 503 beyond the transfers of all nodes or of one. */
export function imageServer({ db, imageFiles, log }: ImageServerOptions) {
  /** Node of each transfer. */
  const transfers: string[] = [];
  const send = async (id: number, response: ServerResponse): Promise<void> => {
    const row = await findImage(db, id);
    // A worker of any node may change `images.path`, so files outside of the directories of images are never sent.
    const found = row ? await imageFiles.findOwn(row.path) : null;
    if (!row || found === null || imageProblem(row, found) !== null) return void response.writeHead(404).end();
    const file = await open(found.path, 'r');
    // A pipeline to a closed response would leave the file open.
    if (response.destroyed) return void (await file.close());
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': found.bytes });
    // The stream closes the file. `end` is inclusive, and an empty file has no last byte.
    await pipeline(file.createReadStream({ end: Math.max(found.bytes - 1, 0) }), response);
  };
  return (request: IncomingMessage, response: ServerResponse, peer: string): void => {
    const [, id] = IMAGE_PATH.exec(request.url ?? '') ?? [];
    const ofPeer = transfers.filter((one) => one === peer).length;
    if (transfers.length >= LINK_LIMITS.transfers || ofPeer >= LINK_LIMITS.transfersPerNode)
      return void response.writeHead(503).end();
    transfers.push(peer);
    request.socket.setTimeout(LINK_LIMITS.idleMs, () => request.socket.destroy());
    send(Number(id), response)
      .catch((error: unknown) => {
        if (!response.destroyed) log.warn({ err: error, image: Number(id) }, 'an image could not be sent to another node');
        response.destroy();
      })
      .finally(() => {
        transfers.splice(transfers.indexOf(peer), 1);
      });
  };
}
