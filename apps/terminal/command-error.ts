/** Failure of a command: one sentence for the person and an exit code, never a stack trace. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
