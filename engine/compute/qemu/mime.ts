/** Builds user data of several parts as one MIME message, which cloud-init splits. */
import { createHash } from 'node:crypto';

export interface MimePart {
  /** Content type, such as `text/cloud-config`. cloud-init finds the kind of `text/plain` itself. */
  type: string;
  /** Name of the part in cloud-init's messages, and of a file that cloud-init makes of the part. */
  name: string;
  text: string;
}

/**
 * Returns the message. A part that is a text has MIME headers of its own, and becomes a part as it is. The boundary depends on all parts, so
 * no part can contain it. Equal parts give the same message.
 */
export function multipart(parts: readonly (MimePart | string)[]): string {
  const boundary = `innkeeper-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
  const head = `Content-Type: multipart/mixed; boundary="${boundary}"\nMIME-Version: 1.0\n\n`;
  return `${head}${parts.map((part) => `--${boundary}\n${typeof part === 'string' ? part : encoded(part)}\n`).join('')}--${boundary}--\n`;
}

function encoded({ type, name, text }: MimePart): string {
  const body = Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\n');
  const headers = [
    `Content-Type: ${type}; charset="utf-8"`,
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
  ];
  return `${headers.join('\n')}\n\n${body}\n`;
}
