/** Loads the data of a page with a function of `loaders.ts`. */
export async function prefetch(begin: (loaders: typeof import('./loaders.ts')) => unknown): Promise<void> {
  begin(await import('./loaders.ts'));
}
