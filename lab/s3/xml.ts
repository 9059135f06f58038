/** The XML of requests and replies. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { NamedPart } from './bucket.ts';
import { S3Error } from './errors.ts';
import type { S3Reply } from './operations.ts';

export function xmlReply(document: Record<string, unknown>): Pick<S3Reply, 'headers' | 'body'> {
  const xml = new XMLBuilder({ format: false }).build(document);
  return { headers: { 'content-type': 'application/xml' }, body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`) };
}

/** Reads the body of CompleteMultipartUpload. Throws `MalformedXML`, also without parts. */
export function readNamedParts(body: Buffer): NamedPart[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Part' });
  try {
    const parts: unknown = parser.parse(body, true).CompleteMultipartUpload.Part;
    return (parts as { PartNumber: string; ETag: string }[]).map(({ PartNumber, ETag }) => ({
      number: Number(PartNumber),
      etag: String(ETag),
    }));
  } catch {
    throw new S3Error('MalformedXML');
  }
}
