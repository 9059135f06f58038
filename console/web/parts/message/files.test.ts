import { describe, expect, it } from 'vitest';
import { addFiles, MAX_FILE_BYTES, MAX_FILES, MAX_SUM_BYTES } from './files.ts';

const file = (id: number, size = 1) => ({ id: String(id), file: { name: `${id}.log`, size } });
const many = (count: number, size?: number) => Array.from({ length: count }, (_none, id) => file(id, size));

describe('files of a message', () => {
  it('are accepted up to the maximum number, and further files are reported', () => {
    const { files, refused } = addFiles(many(MAX_FILES - 1), [file(20), file(21)]);
    expect(files).toHaveLength(MAX_FILES);
    expect(refused).toEqual([{ name: '21.log', why: 'count' }]);
  });

  it('have a maximum size each, inclusive', () => {
    const { files, refused } = addFiles([], [file(1, MAX_FILE_BYTES + 1), file(2, MAX_FILE_BYTES)]);
    expect(files.map(({ id }) => id)).toEqual(['2']);
    expect(refused).toEqual([{ name: '1.log', why: 'size' }]);
  });

  it('have a maximum total size, and a smaller file may still fit', () => {
    const held = many(2, MAX_FILE_BYTES);
    const left = MAX_SUM_BYTES - 2 * MAX_FILE_BYTES;
    const { files, refused } = addFiles(held, [file(3, left + 1), file(4, left)]);
    expect(files.map(({ id }) => id)).toEqual(['0', '1', '4']);
    expect(refused).toEqual([{ name: '3.log', why: 'sum' }]);
  });
});
