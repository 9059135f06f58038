import { expect, test } from 'vitest';
import { chooseImageRepair, type LostImage } from './source.ts';

const SHA = 'ab'.repeat(32);
const image = (fields: Partial<LostImage>): LostImage => ({
  ...{ key: 'mine', path: 'images/registered/mine-abab.raw', source: null, sha256: null },
  ...fields,
});
const choose = (fields: Partial<LostImage>, file?: string) =>
  chooseImageRepair(image(fields), { recipes: ['tiny'], ...(file !== undefined && { file }) });

test('a built image is built again', () => {
  expect(choose({ key: 'tiny', source: { recipe: 'tiny' }, sha256: SHA })).toEqual({ by: 'recipe', recipe: 'tiny' });
});

test('an image of an earlier release is built again only if it was built, not registered', () => {
  expect(choose({ key: 'tiny', path: '/old/engine/images/tiny/tiny-12ab/tiny.qcow2' })).toEqual({ by: 'recipe', recipe: 'tiny' });
  expect(choose({ key: 'tiny', path: '/old/engine/images/registered/tiny-abab.raw' }).by).toBe('nothing');
});

test('a downloaded image is downloaded again, with the recorded digest', () => {
  const source = { url: 'https://mirror.example/mine.raw', sha256: SHA, at: '2026-11-28T12:00:00Z' };
  expect(choose({ source, sha256: 'cd'.repeat(32) })).toEqual({ by: 'url', url: source.url, sha256: SHA });
  const mirror = 'http://10.0.0.5/';
  expect(choose({ source: { ...source, mirror } })).toMatchObject({ by: 'url', mirror });
});

test('otherwise a file with the digest is asked for, and compared with it', () => {
  expect(choose({ sha256: SHA })).toMatchObject({ by: 'nothing', why: expect.stringContaining(`--file PATH (SHA-256 ${SHA})`) });
  expect(choose({ sha256: SHA }, '/tmp/mine.raw')).toEqual({ by: 'file', file: '/tmp/mine.raw', sha256: SHA });
});

test('an image without any digest has to be registered again, or put back to its place', () => {
  expect(choose({})).toMatchObject({ by: 'nothing', why: expect.stringContaining('back to images/registered/mine-abab.raw') });
  expect(choose({}, '/tmp/mine.raw')).toMatchObject({ by: 'nothing', why: expect.stringContaining('image register mine') });
});
