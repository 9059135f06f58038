/** Failures that the client itself detects. Failed connections keep the errors of Node.js. */

/**
 * The kind of failure.
 * - `refused`: the policy forbids the URL, an address of its name, or a redirect.
 * - `unresolved`: the name has no address.
 * - `too_large`: the body has more bytes than the caller allows.
 */
export type OutgoingFailure = 'refused' | 'unresolved' | 'too_large';

/** A failure of a request. The message is for the person who named the URL. */
export class OutgoingHttpError extends Error {
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'OutgoingHttpError';
    this.failure = failure;
  }
}
