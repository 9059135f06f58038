/** The process side of `killed.ts`: it handles requests from messages, one after the other. */

/** Message that the process sends once it is open, and after each request. */
export interface ProcessMessage {
  answer?: unknown;
  failed?: string;
}

/** Serves in the forked process. `open` returns the function that handles requests. */
export function serve<Given, Ask>(open: (given: Given) => Promise<(ask: Ask) => Promise<unknown>>): void {
  process.once('message', (given) => {
    const tell = (message: ProcessMessage) => void process.send?.(message);
    const fail = (error: unknown) => tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    void open(given as Given).then((act) => {
      process.on('message', (ask) => void act(ask as Ask).then((answer) => tell({ answer }), fail));
      tell({});
    }, fail);
  });
  process.on('disconnect', () => process.exit());
}
