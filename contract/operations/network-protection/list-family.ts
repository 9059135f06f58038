/**
 * The lists of an IP address that decide over its packets. Each can be read, replaced, changed and deleted in the same way, so a
 * list only says where it is, what it holds and how that is described.
 */
import type { z } from 'zod';
import { operation } from '../../define.ts';
import { byId, protectionRate } from '../paths.ts';

export interface ProtectionList<List extends z.ZodType, Replacement extends z.ZodType, Change extends z.ZodType> {
  path: `/network-protection/{id}/${string}`;
  /** Its heading in the source document. */
  section: string;
  list: List;
  replacement: Replacement;
  change: Change;
}

/** As the source document and the docs have it. */
interface Words {
  title: string;
  summary: string;
}

/** Makes the four entries of a list; what is passed to each are its words. */
export function protectionList<List extends z.ZodType, Replacement extends z.ZodType, Change extends z.ZodType>({
  path,
  section,
  list,
  replacement,
  change,
}: ProtectionList<List, Replacement, Change>) {
  const common = { path, group: 'Network Protection', section, origin: 'known', failures: ['not_supported'] } as const;
  const changed = { ...protectionRate, ...byId('ip_address'), locks: 'id' } as const;
  const reply = { status: 200, schema: list } as const;
  return {
    get: (words: Words) =>
      operation({ ...common, ...words, method: 'GET', ability: 'read', ...byId('ip_address'), bodyKind: 'none', reply }),
    set: (words: Words) =>
      operation({
        ...common,
        ...words,
        ...changed,
        method: 'POST',
        ability: 'write',
        bodyKind: 'json',
        body: replacement,
        reply,
      }),
    update: (words: Words) =>
      operation({ ...common, ...words, ...changed, method: 'PATCH', ability: 'write', bodyKind: 'json', body: change, reply }),
    delete: (words: Words) =>
      operation({
        ...common,
        ...words,
        ...changed,
        method: 'DELETE',
        ability: 'write',
        bodyKind: 'none',
        reply: { status: 204 },
      }),
  };
}
