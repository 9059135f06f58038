/**
 * Splits a stream into chunks of one size. The last chunk must be recognizable, so a full chunk is held back until more data or the end
 * arrives.
 */
export class Chunks {
  readonly #bytes: number;
  #piece: Buffer;
  #filled = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#piece = Buffer.allocUnsafe(bytes);
  }

  /** Returns the full chunks that are followed by more data. */
  push(data: Buffer): Buffer[] {
    const full: Buffer[] = [];
    let rest = data;
    while (rest.length > 0) {
      if (this.#filled === this.#bytes) full.push(this.#take());
      const copied = rest.copy(this.#piece, this.#filled);
      this.#filled += copied;
      rest = rest.subarray(copied);
    }
    return full;
  }

  /** Returns the rest: at most one full chunk. */
  end(): Buffer {
    return this.#take();
  }

  #take(): Buffer {
    const taken = this.#piece.subarray(0, this.#filled);
    this.#piece = Buffer.allocUnsafe(this.#bytes);
    this.#filled = 0;
    return taken;
  }
}
