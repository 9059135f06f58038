/**
 * What was asked for before. A reply is cached from the second time on: most pages of a long list are read once. Each page of 100 kB that was
 * cached and thrown away unread cost two statements for versions, and had Node collect its whole heap 20 times as often.
 */
export interface AskedBefore {
  /** Whether this is not the first time, and remembers it. */
  note(key: string): boolean;
}

/** `mostCharacters`: of the keys of one generation. When it is full, the one before it is forgotten. */
export function openAskedBefore(mostCharacters: number): AskedBefore {
  let current = new Set<string>();
  let previous: ReadonlySet<string> = new Set();
  let characters = 0;
  return {
    note(key) {
      if (current.has(key)) return true;
      if (characters + key.length > mostCharacters) {
        previous = current;
        current = new Set();
        characters = 0;
      }
      current.add(key);
      characters += key.length;
      return previous.has(key);
    },
  };
}
