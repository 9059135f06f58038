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

/** Returns whether the code of an error of Node.js means that a server's certificate is not valid. */
export const isCertificateCode = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code);
