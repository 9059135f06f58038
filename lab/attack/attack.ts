/** Types of attacks, of the resources of an attacker, and of the result of an attack. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** Resources of an attacker: the ports of the API and of the mail server, and a loopback address and accounts that no other attacker uses. */
export interface AttackerResources {
  port: number;
  /** Port of the mail server that delivers to support. */
  mailPort: number;
  address: string;
  /** Duration of the attack in milliseconds. */
  ms: number;
  accounts: Attacker[];
}

export interface Attacker {
  token: string;
  /** Ids of the account's servers. */
  servers: number[];
  imageId: number;
  sshKeyId: number;
}

export interface AttackResult {
  /** Number of requests sent, or of connections opened. */
  sent: number;
  /** Number of replies by HTTP status, if the attacker reads replies. */
  answers?: Record<number, number>;
  note?: string;
}

export interface Attack {
  name: string;
  /** Attacker as named in the table of results. */
  by: 'one address' | 'one account' | 'two accounts' | 'one account that never paid' | 'one sender of mail';
  accounts?: { count: number; funds?: bigint; servers?: number; abilities?: ('read' | 'write')[] };
  run(resources: AttackerResources): Promise<AttackResult>;
  /** Checks the database once all mails of the attack are handled. Returns a sentence for each broken promise. */
  check?(db: Kysely<Database>): Promise<string[]>;
}
