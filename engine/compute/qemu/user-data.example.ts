/** Reads user data in tests. */

/** Returns the texts of the parts by content type. Throws if the message is not what `multipart` writes. */
export function partsOf(message: string): Record<string, string> {
  const boundary = /^Content-Type: multipart\/mixed; boundary="([^"]+)"\nMIME-Version: 1.0\n\n/.exec(message)?.[1];
  if (boundary === undefined) throw new Error(`no multipart message: ${message.slice(0, 100)}`);
  const [, ...parts] = message.split(`--${boundary}`);
  if (parts.pop() !== '--\n') throw new Error('the message has no end');
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', body = ''] = part.split('\n\n');
      return [/^Content-Type: ([^;]+)/m.exec(head)?.[1] ?? '', Buffer.from(body, 'base64').toString('utf8')];
    }),
  );
}

/** Returns our cloud-config. */
export function configOf(message: string): Record<string, unknown> {
  return JSON.parse((partsOf(message)['text/cloud-config'] ?? '').replace('#cloud-config\n', '')) as Record<string, unknown>;
}
