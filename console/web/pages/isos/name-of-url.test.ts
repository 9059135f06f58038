import { expect, test } from 'vitest';
import { nameOfUrl } from './name-of-url.ts';

test.each([
  ['https://mirror.example/debian/debian-13-netinst.iso', 'debian-13-netinst'],
  ['https://mirror.example/a%20b.ISO?token=1#x', 'a b'],
  ['https://mirror.example/100%.iso', '100%'],
  ['https://mirror.example/', ''],
  ['mirror.example/a.iso', ''],
  ['', ''],
])('the name of "%s" is "%s"', (url, name) => expect(nameOfUrl(url)).toBe(name));
