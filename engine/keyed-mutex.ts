/** Lets one act at a time touch a machine, in the order of the calls; acts on different machines run side by side. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  runExclusive<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(act, act);
    this.#last.set(key, mine);
    const forget = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** Resolves when everything asked for so far has ended, well or badly. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}
