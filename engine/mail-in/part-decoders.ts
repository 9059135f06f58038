/**
 * Decoders of parts that keep few objects and at most as many bytes as a part is used for.
 *
 * The decoders of postal-mime keep an object for each line, or 100 KB for each part. 30 MB of text took 880 MB.
 */
import { MAX_MAIL_FILE_BYTES } from '@innkeeper/model/mail-in/mail';
import { MAX_READ_LENGTH } from '@innkeeper/model/mail-in/written-text';
import type PostalMime from 'postal-mime';

interface PartDecoder {
  /** Takes a line without its end. */
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

/** The parts of a node that postal-mime calls once the header of the part is read, and once the mail is read. */
interface PartNode {
  postalMime: { isTextCut?: boolean };
  contentType: { parsed: { value: string; params: Record<string, string> } };
  content: ArrayBuffer | null;
  contentDecoder: PartDecoder | null;
  setupContentDecoder(encoding: string): void;
  getTextContent(): string;
}

/** Most bytes of a text that are decoded. Only its first 256 KiB are shown, also in an encoding of 4 bytes for each character. */
const MAX_TEXT_BYTES = 4 * MAX_READ_LENGTH;
/** Most bytes of an HTML text that are decoded, with head and styles. */
const MAX_HTML_BYTES = 8 * 1024 ** 2;

/** Replaces the decoders of all parts that this process reads from now on. A parser that cut a text has `isTextCut`. */
export function installDecoders(parser: typeof PostalMime): void {
  const prototype = Object.getPrototypeOf((new parser() as unknown as { root: PartNode }).root) as PartNode;
  const original = prototype.getTextContent;
  prototype.setupContentDecoder = function setupContentDecoder(encoding) {
    if (encoding === 'base64') this.contentDecoder = new Base64Decoder();
    else if (encoding === 'quoted-printable') this.contentDecoder = new QuotedPrintableDecoder();
    else this.contentDecoder = new PlainDecoder();
  };
  prototype.getTextContent = function getTextContent() {
    const { value, params } = this.contentType.parsed;
    // A flowed text is split into lines, each an object.
    const isHtml = value === 'text/html' && params.format === undefined;
    const max = isHtml ? MAX_HTML_BYTES : MAX_TEXT_BYTES;
    if (this.content !== null && this.content.byteLength > max) {
      this.content = this.content.slice(0, max);
      this.postalMime.isTextCut = true;
    }
    return original.call(this);
  };
}

/** Most bytes of a part. A longer part is neither a file that is kept, nor a text that is shown whole. */
const MAX_BYTES = MAX_MAIL_FILE_BYTES + 1;
const MIN_CHUNK = 64;
const MAX_CHUNK = 256 * 1024;

/** Collects at most `MAX_BYTES`, in chunks that grow with the content, and ignores the rest. */
class BoundedBuffer {
  readonly #full: Uint8Array[] = [];
  #fullBytes = 0;
  #chunk = new Uint8Array(0);
  #used = 0;

  push(byte: number): void {
    if (this.#used === this.#chunk.length && !this.#grow()) return;
    this.#chunk[this.#used] = byte;
    this.#used += 1;
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === this.#chunk.length && !this.#grow()) return;
      const count = Math.min(bytes.length - from, this.#chunk.length - this.#used);
      this.#chunk.set(bytes.subarray(from, from + count), this.#used);
      this.#used += count;
      from += count;
    }
  }

  /** Begins the next chunk. Returns false if the limit is reached. */
  #grow(): boolean {
    const length = this.#fullBytes + this.#used;
    if (length >= MAX_BYTES) return false;
    if (this.#used > 0) this.#full.push(this.#chunk);
    this.#fullBytes = length;
    this.#chunk = new Uint8Array(Math.min(Math.max(length, MIN_CHUNK), MAX_CHUNK, MAX_BYTES - length));
    this.#used = 0;
    return true;
  }

  /** Returns the content in one buffer. */
  toArrayBuffer(): ArrayBuffer {
    const whole = new Uint8Array(this.#fullBytes + this.#used);
    let at = 0;
    for (const chunk of this.#full) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    whole.set(this.#chunk.subarray(0, this.#used), at);
    return whole.buffer;
  }
}

const LF = 0x0a;
const EQUALS = 0x3d;

/** Decoder without transfer encoding. */
class PlainDecoder implements PartDecoder {
  readonly #out = new BoundedBuffer();

  update(line: Uint8Array): void {
    this.#out.write(line);
    this.#out.push(LF);
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#out.toArrayBuffer();
  }
}

/** Decoder of quoted-printable. An invalid escape stays as it is. */
class QuotedPrintableDecoder implements PartDecoder {
  readonly #out = new BoundedBuffer();

  update(line: Uint8Array): void {
    // A line that ends with `=` continues in the next line.
    const isContinued = line.at(-1) === EQUALS;
    const end = isContinued ? line.length - 1 : line.length;
    let literal = 0;
    for (let at = line.indexOf(EQUALS); at >= 0 && at + 2 < end; at = line.indexOf(EQUALS, at + 1)) {
      const byte = hexByte(line[at + 1], line[at + 2]);
      if (byte === undefined) continue;
      this.#out.write(line.subarray(literal, at));
      this.#out.push(byte);
      at += 2;
      literal = at + 1;
    }
    this.#out.write(line.subarray(literal, end));
    if (!isContinued) this.#out.push(LF);
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#out.toArrayBuffer();
  }
}

/** Value of each byte as a hexadecimal digit, or 16. */
const HEX = new Uint8Array(256).fill(16);
for (const [value, letters] of [...'0123456789'].concat(['aA', 'bB', 'cC', 'dD', 'eE', 'fF']).entries())
  for (const letter of letters) HEX[letter.charCodeAt(0)] = value;

function hexByte(high = 0, low = 0): number | undefined {
  const [first = 16, second = 16] = [HEX[high], HEX[low]];
  return first > 15 || second > 15 ? undefined : first * 16 + second;
}

const NONE = 64;
/** Value of each byte, or `NONE` for a byte that is not of the alphabet. */
const VALUES = new Uint8Array(256).fill(NONE);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[letter.charCodeAt(0)] = value;

/** Decoder of base64. Padding ends a unit, because some programs pad each line. Other bytes are ignored. */
class Base64Decoder implements PartDecoder {
  readonly #out = new BoundedBuffer();
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
      } else if (byte === EQUALS) this.#flush();
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
    for (let at = 0; at < count; at += 1) this.#out.push((bits >> (16 - 8 * at)) & 0xff);
    this.#bits = 0;
    this.#open = 0;
  }
}
