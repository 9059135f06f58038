/** Splits a stream into lines. The sender may be compromised, so a line without an end must not fill our memory. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Maximum length of a line in characters. The rest of the line is dropped. */
export const MAX_LINE_LENGTH = 64 * 1024;
const CUT = ' (cut)';

/** Calls `onLine` for each line, without its line break. Includes a last line without one. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let cut = false;
  const add = (text: string): void => {
    if (cut) return;
    rest += text;
    if (rest.length <= MAX_LINE_LENGTH) return;
    rest = rest.slice(0, MAX_LINE_LENGTH) + CUT;
    cut = true;
  };
  const finish = (): void => {
    const line = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    rest = '';
    cut = false;
    onLine(line);
  };
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    add(first);
    for (const text of others) {
      finish();
      add(text);
    }
  });
  stream.once('end', () => {
    if (rest !== '') finish();
  });
}
