/** Reads and writes the XML of S3 servers. A truncated or unexpected reply is an error, never an empty result. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { EngineError } from '../../error.ts';

/** A page of 1000 keys of 1024 bytes each, with all metadata, is below 4 MiB. */
const MAX_BYTES = 8 * 1024 ** 2;

export type Element = { readonly [name: string]: unknown };

/**
 * Returns the root element of a reply, which must be named `root`. Texts are strings with entities resolved. Throws a retryable
 * `EngineError('network')` for another reply, because it was damaged in transit.
 */
export async function readXml(reply: Response, root: string): Promise<Element> {
  const document = parse(await textOf(reply));
  const found = document?.[root];
  if (found !== undefined) return asElement(found);
  const code = textIn(asElement(document?.Error), 'Code').slice(0, 100);
  throw new EngineError('network', `the S3 server answered with no ${root}${code && `, but with ${code}`}`);
}

/** Returns the error code, such as `NoSuchKey`. Empty if the reply has none that can be parsed. */
export async function readRefusalCode(reply: Response): Promise<string> {
  try {
    return textIn(await readXml(reply, 'Error'), 'Code').slice(0, 100);
  } catch {
    return '';
  }
}

/** Returns the text of a child element. Empty if the child is absent or has child elements. */
export function textIn(element: Element, name: string): string {
  const value = element[name];
  return typeof value === 'string' ? value : '';
}

const asElement = (value: unknown): Element => (typeof value === 'object' && value !== null ? (value as Element) : {});

/** Lists all children of this name. */
export function childrenOf(element: Element, name: string): Element[] {
  const value = element[name];
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.filter((child): child is Element => typeof child === 'object' && child !== null);
}

export function writeXml(document: Record<string, unknown>): Buffer {
  return Buffer.from(new XMLBuilder({ format: false }).build(document));
}

function parse(text: string): Record<string, unknown> | undefined {
  // `htmlEntities` enables numeric references, which XML has too.
  const parser = new XMLParser({ parseTagValue: false, removeNSPrefix: true, htmlEntities: true });
  try {
    // `true` rejects malformed XML. Otherwise a truncated reply would pass as a shorter one.
    return parser.parse(text, true) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

async function textOf(reply: Response): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) break;
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    throw new EngineError('network', 'the answer of the S3 server broke off', { cause: error });
  }
  if (bytes > MAX_BYTES) throw new EngineError('host', `the S3 server answered with more than ${MAX_BYTES} bytes`);
  // Some servers send leading white space to keep the connection alive.
  return Buffer.concat(chunks).toString().trim();
}
