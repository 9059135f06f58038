/** Whether an image may stand on invoices: their format (PDF/A-3b) takes colours of a screen only, and what is read wrongly would fail each document. */

import { inflateSync } from 'node:zlib';

export interface Logo {
  format: 'png' | 'jpeg';
  /** Pixels. */
  width: number;
  height: number;
}

export const MOST_LOGO_BYTES = 512 * 1024;
/** It is printed 5 cm wide at most: 600 dots an inch. */
const MOST_PIXELS = 1_200;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = { gray: 1, rgb: 3 } as const;

/** Reads its header. Returns a sentence where it may not. */
export function readLogo(bytes: Buffer): Logo | string {
  if (bytes.length > MOST_LOGO_BYTES) return `The logo must have at most ${MOST_LOGO_BYTES / 1024} KB.`;
  const logo = bytes.subarray(0, PNG.length).equals(PNG) ? readPng(bytes) : readJpeg(bytes);
  if (typeof logo === 'string') return logo;
  if (logo.width === 0 || logo.height === 0) return 'The logo has no pixels.';
  if (logo.width > MOST_PIXELS || logo.height > MOST_PIXELS)
    return `The logo must be at most ${MOST_PIXELS} pixels wide and high.`;
  return logo;
}

/** Channels of a pixel by the type of its colours: gray, RGB, palette, and the first two with transparency. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** PNG 1.2, 11.2.2: width, height, bits, colours, compression, filter, interlace. All pixels have to be there: half an image would fail a document. */
function readPng(bytes: Buffer): Logo | string {
  const chunks = chunksOf(bytes);
  const head = chunks?.[0];
  if (!chunks || head?.name !== 'IHDR' || head.data.length !== 13) return 'This PNG file is damaged.';
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  if (head.data[8] !== 8) return 'A PNG file must have 8 bits per channel.';
  if (head.data[12] !== 0) return 'A PNG file must not be interlaced.';
  if (width * height === 0 || width > MOST_PIXELS || height > MOST_PIXELS) return { format: 'png', width, height };
  const type = head.data[9] ?? -1;
  const pixels = height * (1 + width * (CHANNELS[type] ?? 0));
  const there = inflated(Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? [data] : []))), pixels);
  const hasPalette = type !== 3 || chunks.some(({ name }) => name === 'PLTE');
  return there === pixels && hasPalette ? { format: 'png', width, height } : 'This PNG file is damaged.';
}

interface Chunk {
  name: string;
  data: Buffer;
}

/** Undefined where it ends before its end. */
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

/** How many bytes it is when it is inflated, `most` and one more at most; -1: it cannot be. */
function inflated(data: Buffer, most: number): number {
  try {
    return inflateSync(data, { maxOutputLength: most + 1 }).length;
  } catch {
    return -1;
  }
}

/** ITU T.81, B.2.2: the first frame says height, width and components. */
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

/** SOF0 to SOF15; DHT, JPG and DAC, which stand among them, are none. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
