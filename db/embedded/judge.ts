/** Judges the schema of an embedded database whose server is not running. */
import type { SchemaJudgement } from '@innkeeper/model/installation/schema-judgement';
import pg from 'pg';
import { kyselyOn, withBackupClient } from '../backup/client.ts';
import { judgeSchema, NO_SCHEMA } from '../judge-schema.ts';
import { startEmbedded } from './start.ts';

const NO_SUCH_DATABASE = '3D000';

/**
 * Starts the server, judges its schema and stops it. Roles, owners and databases stay as they are. Throws an `EmbeddedError` if the server
 * does not start.
 */
export async function judgeEmbedded(dataDir: string): Promise<SchemaJudgement> {
  const server = await startEmbedded({ dataDir, asFound: true });
  try {
    return await withBackupClient(server.superuserUrl, (client) => judgeSchema(kyselyOn(client)));
  } catch (error) {
    // The first start ended before it created the database.
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE) return NO_SCHEMA;
    throw error;
  } finally {
    await server.stop();
  }
}
