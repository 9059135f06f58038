/** The other side of killed.ts: a process that does what it is asked by messages, one after the other. */

/** What it sends once it is open, and after each ask. */
export interface Told {
  answer?: unknown;
  failed?: string;
}

/** In the process that was forked for it. `open` returns what answers. */
export function serve<Given, Ask>(open: (given: Given) => Promise<(ask: Ask) => Promise<unknown>>): void {
  process.once('message', (given) => {
    const tell = (told: Told) => void process.send?.(told);
    const fail = (error: unknown) => tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    void open(given as Given).then((act) => {
      process.on('message', (ask) => void act(ask as Ask).then((answer) => tell({ answer }), fail));
      tell({});
    }, fail);
  });
  process.on('disconnect', () => process.exit());
}
