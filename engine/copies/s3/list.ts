/** What an S3 server has below a prefix, a page at a time (ListObjectsV2). */
import { EngineError } from '../../compute/port.ts';
import { isKey } from '../port.ts';
import type { S3Client } from './client.ts';

/** `pageKeys`: at most 1000 are answered at once. Names that are no keys of ours are passed over: a bucket may be shared. */
export async function* listKeys(client: S3Client, prefix: string, pageKeys: number): AsyncGenerator<string> {
  const query = { 'list-type': '2', 'max-keys': String(pageKeys), delimiter: '/', ...(prefix === '' ? {} : { prefix }) };
  for (let from: string | null = null; ; ) {
    const page = from === null ? query : { ...query, 'continuation-token': from };
    const reply = await client.send({ method: 'GET', key: null, query: page });
    const text = await reply.text();
    for (const [, name = ''] of text.matchAll(/<Contents>.*?<Key>([^<]*)<\/Key>/gs)) {
      if (name.startsWith(prefix) && isKey(name.slice(prefix.length))) yield name.slice(prefix.length);
    }
    if (!/<IsTruncated>\s*true/.test(text)) return;
    const next = unescaped(/<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? '');
    if (next === '' || next === from) throw new EngineError('host', 'the S3 server has more, and does not say from where');
    from = next;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A token is any text: what the server wrote with entities goes back without. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '');
}
