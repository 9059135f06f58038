/**
 * Remembers which cache keys were requested before.
 *
 * A reply is cached on its second request, because most pages of a long list are read once. Each page of 100 kB that was cached and evicted
 * unread cost two statements for versions. It also made Node collect its whole heap 20 times as often.
 */
export interface SeenKeys {
  /** Records a key. Returns whether it was requested before. */
  add(key: string): boolean;
}

/** Opens the memory. `maxCharacters` limits the keys of one generation. When it is full, the previous generation is dropped. */
export function openSeenKeys(maxCharacters: number): SeenKeys {
  let current = new Set<string>();
  let previous: ReadonlySet<string> = new Set();
  let characters = 0;
  return {
    add(key) {
      if (current.has(key)) return true;
      if (characters + key.length > maxCharacters) {
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
