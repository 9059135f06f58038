/** Thrown if a backup cannot be read. The message is a sentence for the person at the terminal. */
export class UnreadableBackup extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableBackup';
  }
}
