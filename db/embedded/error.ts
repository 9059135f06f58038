/** Error that prevents the embedded server from starting. Its message is a sentence for the person at the terminal. */
export class EmbeddedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedError';
  }
}
