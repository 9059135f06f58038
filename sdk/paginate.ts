import type { CallOptions } from './types.ts';

interface Page<T> {
  data: T[];
  meta: { current_page: number; last_page: number };
}

/**
 * All items of a list, page by page as they are asked for:
 * `for await (const server of paginate(client.listServers, { 'filter[search]': 'web' }))`.
 */
export async function* paginate<I extends { page?: number | undefined }, T>(
  list: (input?: I, options?: CallOptions) => Promise<Page<T>>,
  input?: I,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let page = input?.page ?? 1;
  for (;;) {
    const { data, meta } = await list({ ...input, page } as I, options);
    yield* data;
    if (meta.current_page >= meta.last_page) return;
    page = meta.current_page + 1;
  }
}
