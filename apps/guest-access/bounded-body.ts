/** Reads bodies of requests and answers between workers and the API. Either side may be compromised. */
import type { IncomingMessage } from 'node:http';

/** Reads a body. Throws if it has more than `maxBytes`. */
export async function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the body has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
