import type { AnyInput, CallOptions, Listing } from './types.ts';

interface Page {
  data: unknown[];
  meta: { current_page: number; last_page: number };
}

type Call = (input?: AnyInput, options?: CallOptions) => Promise<unknown>;

/** Wraps the call of a list. `await` on the result returns the requested page. `for await` yields all items from that page on. */
export function listing(call: Call): (input?: AnyInput, options?: CallOptions) => Listing<unknown, unknown> {
  return (input = {}, options = {}) => {
    const first = call(input, options);
    return Object.assign(first, { [Symbol.asyncIterator]: () => items(first as Promise<Page>, call, input, options) });
  };
}

async function* items(
  first: Promise<Page>,
  call: Call,
  input: AnyInput,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let page = await first;
  for (;;) {
    yield* page.data;
    if (page.meta.current_page >= page.meta.last_page) return;
    page = (await call({ ...input, page: page.meta.current_page + 1 }, options)) as Page;
  }
}
