/** Types of attacks, of the resources of an attacker, and of the result of an attack. */

/** Resources of an attacker: the port of the API, and a loopback address and accounts that no other attacker uses. */
export interface AttackerResources {
  port: number;
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
  by: 'one address' | 'one account' | 'two accounts' | 'one account that never paid';
  accounts?: { count: number; funds?: bigint; servers?: number; abilities?: ('read' | 'write')[] };
  run(resources: AttackerResources): Promise<AttackResult>;
}
