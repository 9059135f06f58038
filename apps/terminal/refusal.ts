/** A command can't do what it was asked: one sentence for the person, and an exit code. Never a stack trace. */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}
