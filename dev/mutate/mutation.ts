/** A mutation: a line that guarantees something, broken. A test must detect it. */
export interface Mutation {
  /** Broken guarantee. */
  name: string;
  file: string;
  /** Text that occurs once in the file. The run fails if it does not. */
  find: string;
  replace: string;
  /** Test files that must detect the mutation. */
  tests: readonly string[];
}

/** Returns mutations of one file with the same tests. Each is `[guarantee, original text, replacement, other tests]`. */
export function mutationsOf(
  file: string,
  tests: readonly string[],
  broken: readonly (readonly [name: string, find: string, replace: string, tests?: readonly string[]])[],
): Mutation[] {
  return broken.map(([name, find, replace, others]) => ({ name, file, find, replace, tests: others ?? tests }));
}

/** Returns the reason why a mutation does not apply to a text, or `undefined` if it applies. */
export function findMismatch({ file, find, replace }: Mutation, text: string | undefined): string | undefined {
  if (text === undefined) return `${file} is gone`;
  const times = text.split(find).length - 1;
  if (times !== 1) return `${file} holds it ${times} times, and not once: ${find}`;
  return find === replace ? `${file}: nothing would change` : undefined;
}
