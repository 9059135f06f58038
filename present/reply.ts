/** Forms of a use case's reply other than the contract's JSON. */
import type { Readable } from 'node:stream';
import type { Failure } from '@innkeeper/model/failures';

/** Reply that is not JSON. The contract names its content type. */
export type Content = string | Buffer | Readable;

/** Reply with additional headers. */
export class WithHeaders<Body> {
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(body: Body, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** Failure that comes with committed changes, such as a count of attempts. It is sent after the commit. */
export class CommittedFailure {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/**
 * Reply with an act that runs after the commit, because a failed commit cannot undo the act. Such a reply is never stored for a repeated
 * request.
 */
export class AfterCommit<Reply> {
  readonly reply: Reply;
  readonly act: () => void;

  constructor(reply: Reply, act: () => void) {
    this.reply = reply;
    this.act = act;
  }
}

/** JSON text in the form of the reply's schema. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
