/** Lists keys below a prefix, page by page (ListObjectsV2). */
import { EngineError } from '../../error.ts';
import { isKey } from '../port.ts';
import type { S3Client } from './client.ts';
import { childrenOf, readXml, textIn } from './xml.ts';

/**
 * Yields the keys without the prefix. `pageKeys` is the page size, which servers limit to 1000. Skips foreign names, because a bucket may
 * be shared.
 */
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
    if (next === '' || next === from)
      throw new EngineError('host', 'the S3 server returned a truncated page without a continuation token');
    from = next;
  }
}
