/**
 * Decoders of parts that write into one growing buffer.
 *
 * The decoders of postal-mime keep an object for each line. 30 MB of text took 880 MB.
 */
import type PostalMime from 'postal-mime';

interface PartDecoder {
  /** Takes a line without its end. */
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

/** The part of a node that postal-mime calls once the header of the part is read. */
interface PartNode {
  contentDecoder: PartDecoder | null;
  setupContentDecoder(encoding: string): void;
}

/** Replaces the decoders of all parts that this process reads from now on. */
export function installDecoders(parser: typeof PostalMime): void {
  const prototype = Object.getPrototypeOf((new parser() as unknown as { root: PartNode }).root) as PartNode;
  const original = prototype.setupContentDecoder;
  prototype.setupContentDecoder = function setupContentDecoder(encoding) {
    if (encoding === 'base64') this.contentDecoder = new Base64Decoder();
    // Quoted-printable already has buffers of 100 KB.
    else if (encoding === 'quoted-printable') original.call(this, encoding);
    else this.contentDecoder = new PlainDecoder();
  };
}

const MIN_BYTES = 4 * 1024;

class GrowingBuffer {
  #bytes = new Uint8Array(MIN_BYTES);
  #length = 0;

  /** Returns the bytes with room for `count` more at `length`. */
  reserve(count: number): Uint8Array {
    if (this.#length + count > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  set length(length: number) {
    this.#length = length;
  }

  /** Returns a copy of the content. */
  toArrayBuffer(): ArrayBuffer {
    return this.#bytes.buffer.slice(0, this.#length);
  }
}

const LF = 0x0a;

/** Decoder without transfer encoding. */
class PlainDecoder implements PartDecoder {
  readonly #out = new GrowingBuffer();

  update(line: Uint8Array): void {
    const out = this.#out;
    const bytes = out.reserve(line.length + 1);
    bytes.set(line, out.length);
    bytes[out.length + line.length] = LF;
    out.length += line.length + 1;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#out.toArrayBuffer();
  }
}

const PADDING = 0x3d;
const NONE = 64;
/** Value of each byte, or `NONE` for a byte that is not of the alphabet. */
const VALUES = new Uint8Array(256).fill(NONE);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[letter.charCodeAt(0)] = value;

/** Decoder of base64. Padding ends a unit, because some programs pad each line. Other bytes are ignored. */
class Base64Decoder implements PartDecoder {
  readonly #out = new GrowingBuffer();
  #bits = 0;
  /** Number of letters of the open group. */
  #open = 0;

  update(line: Uint8Array): void {
    for (const byte of line) {
      const value = VALUES[byte] ?? NONE;
      if (value < NONE) {
        this.#bits = (this.#bits << 6) | value;
        this.#open += 1;
        if (this.#open === 4) this.#flush();
      } else if (byte === PADDING) this.#flush();
    }
  }

  async finalize(): Promise<ArrayBuffer> {
    this.#flush();
    return this.#out.toArrayBuffer();
  }

  /** Writes the open group. A single letter is no byte. */
  #flush(): void {
    const count = Math.max(0, this.#open - 1);
    const bits = this.#bits << (6 * (4 - this.#open));
    const bytes = this.#out.reserve(3);
    for (let at = 0; at < count; at += 1) bytes[this.#out.length + at] = (bits >> (16 - 8 * at)) & 0xff;
    this.#out.length += count;
    this.#bits = 0;
    this.#open = 0;
  }
}
