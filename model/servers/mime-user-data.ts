/**
 * Judges user data that is a MIME message. Reads the message as Python's email package does, which cloud-init uses, so that no include can
 * hide. An include whose URL fails ends cloud-init before it has set up the guest. Pure.
 */

interface Part {
  type: string;
  encoding: string;
  body: string;
}

/** Limit of multiparts inside each other. */
const MAX_NESTED = 7;
/** A header, its continuation, or the separator of a mailbox, which Python skips. */
const HEADER_LINE = /^(?:From |[!-9;-~]*:|[ \t])/;
const PARAMETER = /;\s*([^\s=;]+)\s*=("(?:[^"\\]|\\.)*"\s*|[^;"]*)/g;
const BOUNDARY = /^[^\\"<>]*[^\\"<>\s]$/;
/** Parts whose kind cloud-init finds by the start of their content. */
const JUDGED_BY_CONTENT = new Set(['text/plain', 'text/x-not-multipart', 'text/x-shellscript']);
/** Python counts some control characters as blanks. */
const INCLUDING_CONTENT = /^[\s\p{Cc}]*(#include|#cloud-config-archive)/iu;
const INCLUDING_TYPE = /^text\/(?:x-include|cloud-config-archive)/;
const COMPRESSED_TYPE = /^application\/(?:x-)?(?:gzip|gunzip|compress)/;
const DECODERS: Readonly<Record<string, (bytes: string) => string | null>> = {
  '': (bytes) => bytes,
  '7bit': (bytes) => bytes,
  '8bit': (bytes) => bytes,
  binary: (bytes) => bytes,
  base64: decodeBase64,
  'quoted-printable': decodeQuotedPrintable,
};

/** Returns a sentence about a part that is not supported, or `null` if cloud-init can use the message. */
export function mimeProblem(text: string): string | null {
  const found = partsIn(text.split(/\r\n|\r|\n/), 'text/plain', MAX_NESTED);
  if (typeof found === 'string') return found;
  for (const part of found) {
    const problem = problemOf(part);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf({ type, encoding, body }: Part): string | null {
  if (INCLUDING_TYPE.test(type)) return `Must not contain parts of the type ${type}. Insert the included text as a part.`;
  if (COMPRESSED_TYPE.test(type)) return 'Must not contain compressed parts.';
  if (type.startsWith('message/')) return `Must not contain parts of the type ${type}.`;
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) return 'The Content-Transfer-Encoding of a part must be 7bit, 8bit, binary, base64 or quoted-printable.';
  if (!JUDGED_BY_CONTENT.has(type)) return null;
  // Versions of Python differ in the bytes that they make of a text beyond ASCII.
  for (const bytes of [Buffer.from(body, 'latin1'), Buffer.from(body, 'utf8')]) {
    const content = decode(bytes.toString('latin1'));
    if (content === null) return 'A part is not valid base64.';
    const [, word] = INCLUDING_CONTENT.exec(Buffer.from(content, 'latin1').toString('utf8')) ?? [];
    if (word !== undefined) return `Must not contain parts that start with ${word}. Insert the included text as a part.`;
  }
  return null;
}

/** Returns the parts of a message, without those that only hold others. Returns a sentence if the message cannot be read. */
function partsIn(lines: readonly string[], defaultType: string, depth: number): Part[] | string {
  const { headers, body } = splitHeaders(lines);
  const given = headers.get('content-type');
  const type = given === undefined ? defaultType : typeOf(given);
  const encoding = headers.get('content-transfer-encoding')?.trim().toLowerCase() ?? '';
  if (!type.startsWith('multipart/')) return [{ type, encoding, body: body.join('\n') }];
  if (depth === 0) return `Must not nest more than ${MAX_NESTED} multiparts.`;
  const boundary = boundaryOf(given ?? '');
  if (boundary === null) return 'Each multipart must name its boundary once, such as boundary="part".';
  const parts: Part[] = [];
  for (const inner of linesBetween(body, boundary)) {
    const found = partsIn(inner, type === 'multipart/digest' ? 'message/rfc822' : 'text/plain', depth - 1);
    if (typeof found === 'string') return found;
    parts.push(...found);
  }
  return parts;
}

/** Returns the first header of each name, and the lines of the body, which begins at the first line that is no header. */
function splitHeaders(lines: readonly string[]): { headers: Map<string, string>; body: readonly string[] } {
  const end = lines.findIndex((line) => !HEADER_LINE.test(line));
  const head = end === -1 ? lines : lines.slice(0, end);
  const body = end === -1 ? [] : lines.slice(lines[end] === '' ? end + 1 : end);
  const headers = new Map<string, string>();
  for (const header of head.join('\n').split(/\n(?![ \t])/)) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).toLowerCase();
    if (colon !== -1 && !headers.has(name)) headers.set(name, header.slice(colon + 1).replaceAll('\n', ''));
  }
  return { headers, body };
}

/** Returns the type in lower case. Python takes a type that is no pair of words for `text/plain`. */
function typeOf(header: string): string {
  const [type = ''] = header.toLowerCase().split(';');
  return type.split('/').length === 2 ? type.replaceAll(/\s/g, '') : 'text/plain';
}

/** Returns the boundary of a multipart. Returns `null` if the header names none or several, or can be read in several ways. */
function boundaryOf(header: string): string | null {
  const found = [...header.matchAll(PARAMETER)].filter(([, name = '']) => /^boundary/i.test(name));
  const rest = header.replaceAll(PARAMETER, '');
  const [, name = '', value = ''] = found[0] ?? [];
  const boundary = value.trim().replace(/^"(.*)"$/, '$1');
  const isClear = found.length === 1 && /^[^;"]*[;\s]*$/.test(rest) && /^boundary$/i.test(name);
  return isClear && BOUNDARY.test(boundary) ? boundary : null;
}

/** Returns the lines of each part, up to the closing boundary. */
function linesBetween(lines: readonly string[], boundary: string): string[][] {
  const parts: string[][] = [];
  for (const line of lines) {
    const rest = line.startsWith(`--${boundary}`) ? line.slice(boundary.length + 2).replace(/[ \t]+$/, '') : undefined;
    // Python skips a closing boundary right after another one.
    if (rest === '--' && parts.at(-1)?.length !== 0) break;
    if (rest === '') parts.push([]);
    else if (rest !== '--') parts.at(-1)?.push(line);
  }
  return parts;
}

function decodeBase64(bytes: string): string | null {
  const digits = bytes.replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(digits) ? Buffer.from(digits, 'base64').toString('latin1') : null;
}

function decodeQuotedPrintable(bytes: string): string {
  return bytes
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
