/** What an S3 server has below a prefix, a page at a time (ListObjectsV2). */
import { EngineError } from '../../compute/port.ts';
import { isKey } from '../port.ts';
import type { S3Client } from './client.ts';
import { childrenOf, readXml, textIn } from './xml.ts';

/** `pageKeys`: at most 1000 are answered at once. Names that are no keys of ours are passed over: a bucket may be shared. */
export async function* listKeys(client: S3Client, prefix: string, pageKeys: number): AsyncGenerator<string> {
  const query = { 'list-type': '2', 'max-keys': String(pageKeys), delimiter: '/', ...(prefix === '' ? {} : { prefix }) };
  for (let from: string | null = null; ; ) {
    const page = from === null ? query : { ...query, 'continuation-token': from };
    const found = await readXml(await client.send({ method: 'GET', key: null, query: page }), 'ListBucketResult');
    for (const object of childrenOf(found, 'Contents')) {
      const name = textIn(object, 'Key');
      if (name.startsWith(prefix) && isKey(name.slice(prefix.length))) yield name.slice(prefix.length);
    }
    if (textIn(found, 'IsTruncated') !== 'true') return;
    const next = textIn(found, 'NextContinuationToken');
    if (next === '' || next === from) throw new EngineError('host', 'the S3 server has more, and does not say from where');
    from = next;
  }
}
