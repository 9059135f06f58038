/**
 * Finds the file of a worker thread. It is next to its code in the sources, and next to the bundle in a build (`ENTRIES` of dev/build.ts).
 */

/** Returns the URL of the thread `name` (without extension), for code whose `import.meta.url` is `from`. */
export function threadFile(name: string, from: string): string {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.mjs'}`, from).href;
}
