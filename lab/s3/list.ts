/** Computes pages of ListObjectsV2, without side effects. */
import { S3Error } from './errors.ts';

export interface ListQuery {
  /** Prefix of the keys. An empty string matches all keys. */
  prefix: string;
  /** Groups keys that contain it after the prefix into common prefixes. An empty string groups none. */
  delimiter: string;
  /** Maximum number of keys and common prefixes of the page, at most 1000. */
  maxKeys: number;
  /** Token of the previous page, or `null` for the first page. */
  token: string | null;
}

export interface ListPage {
  keys: string[];
  commonPrefixes: string[];
  /** Token of the next page, or `null` after the last one. */
  nextToken: string | null;
}

const MAX_KEYS = 1000;
/** Characters that clients must escape in a query, and servers in XML. */
const TOKEN_MARK = 'a&b/+=';

/**
 * Returns a page of keys and common prefixes, in the order of their UTF-8 bytes. A token names the last item of its page, so objects that are
 * deleted or created between two pages hide no other object. Throws `S3Error` for a foreign token.
 */
export function listPage(allKeys: Iterable<string>, { prefix, delimiter, maxKeys, token }: ListQuery): ListPage {
  const page: ListPage = { keys: [], commonPrefixes: [], nextToken: null };
  const room = Math.min(maxKeys, MAX_KEYS);
  let last = token === null ? null : readToken(token);
  for (const key of [...allKeys].filter((one) => one.startsWith(prefix)).sort(byBytes)) {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const item = end === -1 ? key : key.slice(0, end + delimiter.length);
    if (last !== null && byBytes(item, last) <= 0) continue;
    if (page.keys.length + page.commonPrefixes.length === room) {
      // A first page without room has no last item, and S3 calls it complete.
      page.nextToken = last === null ? null : writeToken(last);
      break;
    }
    (end === -1 ? page.keys : page.commonPrefixes).push(item);
    last = item;
  }
  return page;
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const writeToken = (last: string): string => TOKEN_MARK + Buffer.from(last).toString('base64');

function readToken(token: string): string {
  if (!token.startsWith(TOKEN_MARK)) throw new S3Error('InvalidArgument');
  return Buffer.from(token.slice(TOKEN_MARK.length), 'base64').toString();
}
