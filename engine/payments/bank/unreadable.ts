/** The whole file cannot be read. The message is for the operator. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
}

/** One entry cannot be read. The message is the end of a sentence, such as "has no booking date". */
export class UnreadableEntry extends Error {
  override readonly name = 'UnreadableEntry';
}
