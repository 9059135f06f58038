/**
 * Keeps replies and events of an entry in order. A reply may be older than an event that arrived during its request. The event's fields are
 * then applied to it, and the entry is read again for the fields that an event lacks.
 */
export class OrderedReads<Entry extends object> {
  readonly #running = new Set<{ id: number; changes: Partial<Entry> | undefined }>();
  readonly #store: (id: number, entry: Entry) => void;

  /** Creates reads. `store` receives the replies that are followed by another read. */
  constructor(store: (id: number, entry: Entry) => void) {
    this.#store = store;
  }

  /** Tells running reads of an entry that an event has changed these fields. */
  change(id: number, changes: Partial<Entry>): void {
    for (const read of this.#running) if (read.id === id) read.changes = changes;
  }

  /** Reads an entry by `request`. Resolves to the first reply during whose request no event arrived. */
  async read(id: number, request: () => Promise<Entry>): Promise<Entry> {
    const read = { id, changes: undefined as Partial<Entry> | undefined };
    this.#running.add(read);
    try {
      for (;;) {
        read.changes = undefined;
        const entry = await request();
        if (read.changes === undefined) return entry;
        this.#store(id, { ...entry, ...(read.changes as Partial<Entry>) });
      }
    } finally {
      this.#running.delete(read);
    }
  }
}
