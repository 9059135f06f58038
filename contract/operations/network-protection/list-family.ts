/**
 * Builds the operations on the lists of an IP address, such as its whitelist, that allow or drop packets.
 *
 * The operations to read, replace, change and delete are alike for all lists. Each list defines only its path, schemas and texts.
 */
import type { z } from 'zod';
import { operation } from '../../define.ts';
import { byId, protectionRate } from '../paths.ts';

export interface ProtectionList<List extends z.ZodType, Replacement extends z.ZodType, Change extends z.ZodType> {
  path: `/network-protection/{id}/${string}`;
  /** Heading in the source document. */
  section: string;
  list: List;
  replacement: Replacement;
  change: Change;
}

/** Texts of the source document and the documentation. */
interface EntryTexts {
  title: string;
  summary: string;
}

/** Returns four functions that build the entries of a list. Each function takes the texts of its entry. */
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
    get: (words: EntryTexts) =>
      operation({ ...common, ...words, method: 'GET', ability: 'read', ...byId('ip_address'), bodyKind: 'none', reply }),
    set: (words: EntryTexts) =>
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
    update: (words: EntryTexts) =>
      operation({ ...common, ...words, ...changed, method: 'PATCH', ability: 'write', bodyKind: 'json', body: change, reply }),
    delete: (words: EntryTexts) =>
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
