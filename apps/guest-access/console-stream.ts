import type { ClientRequest, IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';

/**
 * Joins an HTTP request and its response into one stream. The stream ends when the other side ends the response. The stream fails if the
 * response is cut off.
 */
export class ConsoleStream extends Duplex {
  readonly #sent: ClientRequest;
  readonly #response: IncomingMessage;

  constructor(sent: ClientRequest, response: IncomingMessage) {
    super({ allowHalfOpen: false });
    this.#sent = sent;
    this.#response = response;
    // Never remove this listener: an `error` event without a listener would end the process. Users of the stream also get `close`.
    this.on('error', () => {});
    response.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) response.pause();
    });
    response.once('end', () => this.push(null));
    response.on('error', (error) => this.destroy(error));
    response.once('close', () => {
      if (!response.complete) this.destroy(new Error('it was cut off'));
    });
  }

  override _read(): void {
    this.#response.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // Ignore write errors: the response also closes, and its handler destroys this stream.
    this.#sent.write(chunk, () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sent.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#sent.destroy();
    this.#response.destroy();
    done(error);
  }
}
