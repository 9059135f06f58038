/** Decodes an XML file. A byte order mark or the first bytes decide, then the declaration. */
import { UnreadableStatement } from './unreadable.ts';

/** Returns the text of the file. Throws `UnreadableStatement` for an unknown encoding. */
export function decodeXml(file: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(file)).decode(file);
  } catch (cause) {
    throw new UnreadableStatement('The file has an encoding that cannot be read. Save it as UTF-8.', { cause });
  }
}

function encodingOf(file: Uint8Array): string {
  const [first, second] = file;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  const start = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8';
  // Some programs declare the encoding of their own memory, and write UTF-8.
  return /^(utf-?16|ucs-?2)/i.test(declared) ? 'utf-8' : declared;
}
