import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_LOGO_BYTES, readLogo } from './logo.ts';

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The checksum of a chunk is not verified.
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
};

const png = ({ width = 300, height = 80, bits = 8, interlaced = 0, type = 6, pixels = 80 * 1201 } = {}) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  [head[8], head[9], head[12]] = [bits, type, interlaced];
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(pixels)));
  return Buffer.concat([start, chunk('IHDR', head), data, chunk('IEND', Buffer.of())]);
};

const jpeg = ({ components = 3, marker = 0xc0 } = {}) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, marker, 0, 17, 8, 0, 80, 1, 44, components, 0, 0, 0, 0]);

it('reads format and size', () => {
  expect(readLogo(png())).toEqual({ format: 'png', width: 300, height: 80 });
  expect(readLogo(jpeg())).toEqual({ format: 'jpeg', width: 300, height: 80 });
  expect(readLogo(jpeg({ components: 1, marker: 0xc2 }))).toEqual({ format: 'jpeg', width: 300, height: 80 });
});

it.each<[string, Buffer, RegExp]>([
  ['too many bytes', Buffer.concat([png(), Buffer.alloc(MAX_LOGO_BYTES)]), /512 KB/],
  ['no image', Buffer.from('<svg/>'), /PNG or JPEG/],
  ['nothing', Buffer.of(), /PNG or JPEG/],
  ['half a header', png().subarray(0, 20), /damaged/],
  ['a PNG that ends early', png().subarray(0, -12), /damaged/],
  ['a PNG that lacks pixels', png({ pixels: 79 * 1201 }), /damaged/],
  ['a PNG that is more than it says', png({ pixels: 10_000_000 }), /damaged/],
  ['a palette that is not there', png({ type: 3, pixels: 80 * 301 }), /damaged/],
  ['colours that do not exist', png({ type: 5 }), /damaged/],
  ['16 bits a channel', png({ bits: 16 }), /8 bits/],
  ['an interlaced one', png({ interlaced: 1 }), /interlaced/],
  ['no pixels', png({ width: 0 }), /no pixels/],
  ['a poster', png({ height: 1201 }), /1200 pixels/],
  ['CMYK', jpeg({ components: 4 }), /CMYK/],
  ['a JPEG that ends early', jpeg().subarray(0, 9), /damaged/],
  ['a JPEG without a frame', jpeg({ marker: 0xc4 }), /damaged/],
])('refuses %s', (_name, bytes, why) => expect(readLogo(bytes)).toMatch(why));
