/** Reads bodies of replies, with a limit on their bytes. */
import { OutgoingHttpError } from './error.ts';
import type { OutgoingReply } from './send-request.ts';

/** Counts the bytes of a body. The constructor and `add` throw `OutgoingHttpError` (`too_large`) above `maxBytes`. */
export class BodySize {
  /** Size declared by `Content-Length`, or `null` if the server sent none. */
  readonly declared: number | null;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ headers }: Pick<OutgoingReply, 'headers'>, maxBytes: number) {
    const length = headers['content-length'];
    this.declared = length === undefined ? null : Number(length);
    this.#maxBytes = maxBytes;
    this.#check(this.declared ?? 0);
  }

  /** Number of bytes that have arrived. */
  get bytes(): number {
    return this.#bytes;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    this.#check(this.#bytes);
  }

  #check(bytes: number): void {
    if (bytes > this.#maxBytes) throw new OutgoingHttpError('too_large', `The reply has more than ${this.#maxBytes} bytes.`);
  }
}

/** Reads a whole body. Throws `OutgoingHttpError` (`too_large`), or the error of the connection. */
export async function readBody(reply: OutgoingReply, maxBytes: number): Promise<Buffer> {
  const size = new BodySize(reply, maxBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    size.add(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads at most `maxBytes` and ignores the rest. A body that breaks off or is aborted ends at that point. */
export async function readBodyStart(reply: OutgoingReply, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The status has arrived, so an incomplete body is not a failure.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
