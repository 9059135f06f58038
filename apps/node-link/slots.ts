/** Lets a bounded number of tasks run at a time. The others wait in their order. */

export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot. Returns a function that frees it, once. Throws when aborted. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    let taken = true;
    return () => {
      if (taken) this.#free += 1;
      taken = false;
      this.#next();
    };
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(begin);
    });
  }

  #next(): void {
    if (this.#free === 0) return;
    const begin = this.#waiting.shift();
    if (begin === undefined) return;
    this.#free -= 1;
    begin();
  }
}
