/**
 * Validates logos for invoices.
 *
 * The format of invoices (PDF/A-3b) allows only gray and RGB colours. A misread logo would fail every document.
 */

import { inflateSync } from 'node:zlib';

export interface Logo {
  format: 'png' | 'jpeg';
  /** Width in pixels. */
  width: number;
  height: number;
}

export const MAX_LOGO_BYTES = 512 * 1024;
/** Limit for 600 dots per inch: a logo is printed at most 5 cm wide. */
const MAX_PIXELS = 1_200;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = { gray: 1, rgb: 3 } as const;

/** Reads and checks the header of an image. Returns a sentence if the image cannot be used as a logo. */
export function readLogo(bytes: Buffer): Logo | string {
  if (bytes.length > MAX_LOGO_BYTES) return `The logo must have at most ${MAX_LOGO_BYTES / 1024} KB.`;
  const logo = bytes.subarray(0, PNG.length).equals(PNG) ? readPng(bytes) : readJpeg(bytes);
  if (typeof logo === 'string') return logo;
  if (logo.width === 0 || logo.height === 0) return 'The logo has no pixels.';
  if (logo.width > MAX_PIXELS || logo.height > MAX_PIXELS) return `The logo must be at most ${MAX_PIXELS} pixels wide and high.`;
  return logo;
}

/** Channels per pixel for each PNG colour type: gray, RGB, palette, and gray and RGB with transparency. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a PNG file. The header holds width, height, bits, colour type, compression, filter and interlace (PNG 1.2, 11.2.2).
 *
 * Checks that all pixels are present, because a truncated image would fail every document.
 */
function readPng(bytes: Buffer): Logo | string {
  const chunks = chunksOf(bytes);
  const head = chunks?.[0];
  if (!chunks || head?.name !== 'IHDR' || head.data.length !== 13) return 'This PNG file is damaged.';
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  if (head.data[8] !== 8) return 'A PNG file must have 8 bits per channel.';
  if (head.data[12] !== 0) return 'A PNG file must not be interlaced.';
  if (width * height === 0 || width > MAX_PIXELS || height > MAX_PIXELS) return { format: 'png', width, height };
  const type = head.data[9] ?? -1;
  const pixels = height * (1 + width * (CHANNELS[type] ?? 0));
  const inflatedBytes = inflated(Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? [data] : []))), pixels);
  const hasPalette = type !== 3 || chunks.some(({ name }) => name === 'PLTE');
  return inflatedBytes === pixels && hasPalette ? { format: 'png', width, height } : 'This PNG file is damaged.';
}

interface Chunk {
  name: string;
  data: Buffer;
}

/** Returns the chunks of a PNG file, or `undefined` if the file is truncated. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = PNG.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    chunks.push({ name, data: bytes.subarray(at + 8, at + 8 + length) });
    if (name === 'IEND') return chunks;
    at += 12 + length;
  }
  return undefined;
}

/** Returns the number of bytes after inflation, or -1 if the data is damaged or exceeds `max + 1` bytes. */
function inflated(data: Buffer, max: number): number {
  try {
    return inflateSync(data, { maxOutputLength: max + 1 }).length;
  } catch {
    return -1;
  }
}

/** Reads a JPEG file. The first frame holds height, width and components (ITU T.81, B.2.2). */
function readJpeg(bytes: Buffer): Logo | string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 'The logo must be a PNG or JPEG file.';
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      const components = bytes[at + 9] ?? 0;
      if (components !== COLOURS.gray && components !== COLOURS.rgb) return 'A JPEG file must be in RGB or gray, not in CMYK.';
      return { format: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return 'This JPEG file is damaged.';
}

/** Returns whether a marker is SOF0 to SOF15. DHT, JPG and DAC lie in that range but are not frames. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
