/** Checks during a download that the file is an ISO image, so that a wrong file costs neither hours nor disk space. */
import { explainNoIso, ISO_HEAD_BYTES } from '@innkeeper/model/images/iso-format';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { DownloadError } from './port.ts';

export interface IsoCheck {
  /** Takes the next bytes of the file. Throws a `DownloadError` once they show that the file is no image. */
  add(chunk: Buffer): void;
  /** Checks a file that is smaller than the bytes that decide. Throws like `add`. */
  end(): void;
}

/** Starts the check of a reply. Throws a `DownloadError` if the server sends the file encoded. */
export function openIsoCheck({ headers }: Pick<OutgoingReply, 'headers'>): IsoCheck {
  refuseEncoded(headers['content-encoding']);
  let head: Buffer = Buffer.alloc(0);
  let isDone = false;
  const end = (): void => {
    if (isDone) return;
    isDone = true;
    const explanation = explainNoIso(head, headers['content-type']);
    if (explanation !== undefined) throw new DownloadError(explanation, { retryable: false });
  };
  return {
    add(chunk) {
      if (isDone) return;
      head = Buffer.concat([head, chunk.subarray(0, ISO_HEAD_BYTES - head.length)]);
      if (head.length === ISO_HEAD_BYTES) end();
    },
    end,
  };
}

/** Throws for an encoded file. The request asks for the file as it is, and other bytes than those of the image would be stored. */
function refuseEncoded(encoding = ''): void {
  if (/^\s*(?:identity)?\s*$/i.test(encoding)) return;
  const method = /^[\w-]{1,20}$/.exec(encoding.trim())?.[0] ?? 'an unknown method';
  const sentence = `The server sends the file encoded with ${method}, and not as it is. Name another URL.`;
  throw new DownloadError(sentence, { retryable: false });
}
