import { describe, expect, it } from 'vitest';
import { type ListQuery, listPage } from './list.ts';

const FIRST: ListQuery = { prefix: '', delimiter: '', maxKeys: 1000, token: null };
const page = (keys: Iterable<string>, query: Partial<ListQuery> = {}) => listPage(keys, { ...FIRST, ...query });

/** Returns the items of each page. `between` runs after a page. */
function pages(keys: Set<string>, query: Partial<ListQuery>, between: (items: string[]) => void = () => undefined): string[][] {
  const found: string[][] = [];
  for (let token: string | null = null; ; ) {
    const one = page(keys, { ...query, token });
    const items = [...one.keys, ...one.commonPrefixes];
    found.push(items);
    between(items);
    token = one.nextToken;
    if (token === null) return found;
  }
}

describe('a page of keys', () => {
  it('has at most the requested number, a token unless it is the last, and the next page starts after it', () => {
    const keys = new Set(['e', 'b', 'd', 'a', 'c']);
    expect(pages(keys, { maxKeys: 2 })).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(pages(keys, { maxKeys: 5 })).toEqual([['a', 'b', 'c', 'd', 'e']]);
    expect(pages(keys, { maxKeys: 4 })).toEqual([['a', 'b', 'c', 'd'], ['e']]);
    expect(pages(new Set(), { maxKeys: 2 })).toEqual([[]]);
    expect(page(keys, { maxKeys: 0 })).toEqual({ keys: [], commonPrefixes: [], nextToken: null });
  });

  it('has at most 1000', () => {
    const keys = new Set(Array.from({ length: 2500 }, (_, i) => `key-${String(i).padStart(4, '0')}`));
    const found = pages(keys, { maxKeys: 5000 });
    expect(found.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(found.flat()).toEqual([...keys]);
  });

  it('is in byte order', () => {
    // In UTF-16 the last two would be in the opposite order.
    expect(page(['\u{1f98a}', '\uff21', 'b', 'B', 'a/b', 'a-b']).keys).toEqual(['B', 'a-b', 'a/b', 'b', '\uff21', '\u{1f98a}']);
  });

  it('has only keys with the prefix', () => {
    const keys = new Set(['a', 'own', 'own/', 'own/1', 'own/2', 'own/3', 'owns/1', 'z']);
    expect(pages(keys, { prefix: 'own/', maxKeys: 2 })).toEqual([
      ['own/', 'own/1'],
      ['own/2', 'own/3'],
    ]);
    expect(page(keys, { prefix: 'none' })).toEqual({ keys: [], commonPrefixes: [], nextToken: null });
  });

  it('groups keys with a delimiter after the prefix into one common prefix, also across pages', () => {
    const keys = new Set(['own/1', 'own/deep/1', 'own/deep/2', 'own/deep/er/1', 'own/e', 'own/f/1']);
    expect(page(keys, { prefix: 'own/', delimiter: '/' })).toEqual({
      keys: ['own/1', 'own/e'],
      commonPrefixes: ['own/deep/', 'own/f/'],
      nextToken: null,
    });
    expect(pages(keys, { prefix: 'own/', delimiter: '/', maxKeys: 1 })).toEqual([
      ['own/1'],
      ['own/deep/'],
      ['own/e'],
      ['own/f/'],
    ]);
    expect(pages(keys, { prefix: 'own/deep/', delimiter: '/', maxKeys: 2 })).toEqual([
      ['own/deep/1', 'own/deep/2'],
      ['own/deep/er/'],
    ]);
  });

  it('skips nothing when objects are deleted or created around its end', () => {
    const keys = new Set(['a', 'b', 'c', 'd', 'e', 'f']);
    const found = pages(keys, { maxKeys: 2 }, (items) => {
      // Deletes also the object that the token names, and the first one of the next page.
      if (items.includes('b')) for (const gone of ['a', 'b', 'c']) keys.delete(gone);
      if (items.includes('e')) keys.add('aa').add('ff');
    });
    expect(found).toEqual([
      ['a', 'b'],
      ['d', 'e'],
      ['f', 'ff'],
    ]);
  });

  it('is refused for an unknown token', () => {
    expect(() => page(['a'], { token: 'guessed' })).toThrow(expect.objectContaining({ code: 'InvalidArgument' }) as Error);
  });
});
