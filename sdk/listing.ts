import type { AnyInput, CallOptions, Listing } from './types.ts';

/** Reply of a list. Its other fields say where the page is. */
interface Page extends Record<string, unknown> {
  data: unknown[];
}

/** Returns the input fields that ask for the page after this one, or `undefined` after the last page. */
export type NextPage = (page: Page) => AnyInput | undefined;

type Call = (input?: AnyInput, options?: CallOptions) => Promise<unknown>;

/** Wraps the call of a list. `await` on the result returns the requested page. `for await` yields all items from that page on. */
export function listing(call: Call, nextPage: NextPage): (input?: AnyInput, options?: CallOptions) => Listing<unknown, unknown> {
  return (input = {}, options = {}) => {
    const first = call(input, options);
    const further = (next: AnyInput) => call({ ...input, ...next }, options) as Promise<Page>;
    return Object.assign(first, { [Symbol.asyncIterator]: () => items(first as Promise<Page>, further, nextPage) });
  };
}

async function* items(
  first: Promise<Page>,
  further: (next: AnyInput) => Promise<Page>,
  nextPage: NextPage,
): AsyncGenerator<unknown, void, undefined> {
  let page = await first;
  for (;;) {
    yield* page.data;
    const next = nextPage(page);
    if (!next) return;
    page = await further(next);
  }
}
