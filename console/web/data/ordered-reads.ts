interface RunningRead<Entry> {
  id: number;
  changes: Partial<Entry> | undefined;
  isOutdated: boolean;
}

/**
 * Keeps replies and events of an entry in order. A reply may be older than an event that arrived during its request. The event's fields are
 * then applied to it, and the entry is read again if the event lacks fields that have changed.
 */
export class OrderedReads<Entry extends object> {
  readonly #running = new Set<RunningRead<Entry>>();
  readonly #store: (id: number, entry: Entry) => void;

  /** Creates reads. `store` receives the replies that are followed by another read. */
  constructor(store: (id: number, entry: Entry) => void) {
    this.#store = store;
  }

  /** Tells running reads of an entry that an event has changed these fields. `isOutdated`: other fields may have changed too. */
  change(id: number, changes: Partial<Entry>, isOutdated: boolean): void {
    for (const read of this.#running) {
      if (read.id !== id) continue;
      read.changes = { ...read.changes, ...changes };
      read.isOutdated ||= isOutdated;
    }
  }

  /** Reads an entry by `request`. Resolves to the first reply that is not outdated. */
  async read(id: number, request: () => Promise<Entry>): Promise<Entry> {
    const read: RunningRead<Entry> = { id, changes: undefined, isOutdated: false };
    this.#running.add(read);
    try {
      for (;;) {
        read.changes = undefined;
        read.isOutdated = false;
        const entry = { ...(await request()), ...(read.changes as Partial<Entry> | undefined) };
        if (!read.isOutdated) return entry;
        this.#store(id, entry);
      }
    } finally {
      this.#running.delete(read);
    }
  }
}
