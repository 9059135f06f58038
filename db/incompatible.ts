import { refuseSchema } from '@innkeeper/model/installation/schema-judgement';
import type { Kysely } from 'kysely';
import { judgeSchema } from './judge-schema.ts';
import type { Database } from './schema.ts';

/** Error if this code cannot work with the database. Its message is a sentence for the person at the terminal. */
export class IncompatibleDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IncompatibleDatabase';
  }
}

/**
 * Throws `IncompatibleDatabase` if the schema is newer than this code, or unknown to it. Reads only. `lastStartedBy` is the version that
 * started the home last, for the sentence.
 */
export async function refuseIncompatible(db: Kysely<Database>, lastStartedBy: string | null = null): Promise<void> {
  const sentence = refuseSchema(await judgeSchema(db), lastStartedBy);
  if (sentence !== null) throw new IncompatibleDatabase(sentence);
}
