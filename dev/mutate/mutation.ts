/** A line that keeps a promise, broken: some test ought to see it. */
export interface Mutation {
  /** The promise that it breaks. */
  name: string;
  file: string;
  /** Once in the file; when it is gone, the run ends and says so. */
  find: string;
  replace: string;
  /** Files of tests that ought to see it. */
  tests: readonly string[];
}

/** `[the promise, what keeps it, what stands there instead, other tests]` of one file, seen by the same tests. */
export function inFile(
  file: string,
  tests: readonly string[],
  broken: readonly (readonly [name: string, find: string, replace: string, tests?: readonly string[]])[],
): Mutation[] {
  return broken.map(([name, find, replace, others]) => ({ name, file, find, replace, tests: others ?? tests }));
}

/** Returns the reason why a mutation does not apply to a text, or `undefined` if it applies. */
export function misplaced({ file, find, replace }: Mutation, text: string | undefined): string | undefined {
  if (text === undefined) return `${file} is gone`;
  const times = text.split(find).length - 1;
  if (times !== 1) return `${file} holds it ${times} times, and not once: ${find}`;
  return find === replace ? `${file}: nothing would change` : undefined;
}
