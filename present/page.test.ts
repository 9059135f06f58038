import { describe, expect, it } from 'vitest';
import { listPageNumbers, page } from './page.ts';

const url = { path: 'https://host/v1/things', query: { 'filter[a b]': 'x&y', page: '2', 'include[]': ['one', 'two'] } };
const rows = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('a page', () => {
  it('in the middle links to both sides, and keeps all other parameters', () => {
    const { links, meta, data } = page(url, { page: 2, per_page: 10 }, { rows: rows(10), total: 25 }, (row) => `#${row}`);
    const at = (n: number) => `https://host/v1/things?filter%5Ba%20b%5D=x%26y&include%5B%5D=one&include%5B%5D=two&page=${n}`;
    expect(data[9]).toBe('#9');
    expect(links).toEqual({ first: at(1), last: at(3), prev: at(1), next: at(3) });
    expect(meta).toMatchObject({ current_page: 2, from: 11, to: 20, last_page: 3, per_page: 10, total: 25, path: url.path });
    expect(meta.links.map(({ label, active }) => (active ? `[${label}]` : label))).toEqual([
      ...['&laquo; Previous', '1', '[2]', '3', 'Next &raquo;'],
    ]);
  });

  it('at the end has the remaining rows and no next link', () => {
    const { links, meta } = page(url, { page: 3, per_page: 10 }, { rows: rows(5), total: 25 }, String);
    expect(meta).toMatchObject({ from: 21, to: 25 });
    expect(links.next).toBeNull();
    expect(meta.links.at(-1)).toEqual({ url: null, label: 'Next &raquo;', active: false });
  });

  it('past the end is empty, from 0 to 0, and links back to the last page', () => {
    const { links, meta, data } = page(url, { page: 9, per_page: 10 }, { rows: [], total: 25 }, String);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ current_page: 9, from: 0, to: 0, last_page: 3 });
    expect(links.prev).toMatch(/page=3$/);
    expect(links.next).toBeNull();
  });

  it('of an empty list is both the first and the last', () => {
    const { links, meta } = page({ path: '/x', query: {} }, { page: 1, per_page: 10 }, { rows: [], total: 0 }, String);
    expect(links).toEqual({ first: '/x?page=1', last: '/x?page=1', prev: null, next: null });
    expect(meta).toMatchObject({ from: 0, to: 0, last_page: 1, total: 0 });
  });
});

describe('the pages listed', () => {
  const shown = (current: number, last: number) => listPageNumbers(current, last).map((n) => n ?? '...');

  it('are all pages of a list with up to 100', () => {
    expect(shown(50, 100)).toEqual(rows(100).map((n) => n + 1));
  });

  it.each([
    [1, [1, 2, 3, 4, '...', 199, 200]],
    [6, [1, 2, 3, 4, 5, 6, 7, 8, 9, '...', 199, 200]],
    [100, [1, 2, '...', 97, 98, 99, 100, 101, 102, 103, '...', 199, 200]],
    [200, [1, 2, '...', 197, 198, 199, 200]],
    [999, [1, 2, '...', 197, 198, 199, 200]],
  ])('of 200 leave gaps around page %i', (current, expected) => {
    expect(shown(current, 200)).toEqual(expected);
  });
});
