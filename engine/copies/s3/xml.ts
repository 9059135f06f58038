/** The XML that S3 servers speak, read by a parser. A reply that is broken off or of another kind is an error, never an empty one. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { EngineError } from '../../compute/port.ts';

/** A page of 1000 keys of 1024 bytes each, with all that may stand beside a key, is below 4 MiB. */
const MOST_BYTES = 8 * 1024 ** 2;

export type Element = { readonly [name: string]: unknown };

/**
 * The root element of a reply; `root` says what it has to be. Texts are strings as the server meant them, entities resolved.
 * Fails with a retryable `EngineError` of kind `network`: what arrived is not what was sent.
 */
export async function readXml(reply: Response, root: string): Promise<Element> {
  const document = parse(await textOf(reply));
  const found = document?.[root];
  if (found !== undefined) return asElement(found);
  const code = textIn(asElement(document?.Error), 'Code').slice(0, 100);
  throw new EngineError('network', `the S3 server answered with no ${root}${code && `, but with ${code}`}`);
}

/** The code of a refusal, `NoSuchKey`; empty where the server gave none that can be read. */
export async function readRefusalCode(reply: Response): Promise<string> {
  try {
    return textIn(await readXml(reply, 'Error'), 'Code').slice(0, 100);
  } catch {
    return '';
  }
}

/** The text of a child; empty when it is not there or has children of its own. */
export function textIn(element: Element, name: string): string {
  const value = element[name];
  return typeof value === 'string' ? value : '';
}

const asElement = (value: unknown): Element => (typeof value === 'object' && value !== null ? (value as Element) : {});

/** All children of this name. */
export function childrenOf(element: Element, name: string): Element[] {
  const value = element[name];
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.filter((child): child is Element => typeof child === 'object' && child !== null);
}

export function writeXml(document: Record<string, unknown>): Buffer {
  return Buffer.from(new XMLBuilder({ format: false }).build(document));
}

function parse(text: string): Record<string, unknown> | undefined {
  // `htmlEntities` brings the numeric references, which are XML's too.
  const parser = new XMLParser({ parseTagValue: false, removeNSPrefix: true, htmlEntities: true });
  try {
    // `true`: what is not well-formed is refused; else a reply that broke off would pass for a shorter one.
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
      if (bytes > MOST_BYTES) break;
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    throw new EngineError('network', 'the answer of the S3 server broke off', { cause: error });
  }
  if (bytes > MOST_BYTES) throw new EngineError('host', `the S3 server answered with more than ${MOST_BYTES} bytes`);
  // Some servers send white space to keep a connection, before anything else.
  return Buffer.concat(chunks).toString().trim();
}
