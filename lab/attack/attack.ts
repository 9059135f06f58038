/** The shape of an attack: its name in the table, what the attacker has, and what it does. */
/** The means of an attacker: an address of the loopback network that nobody else uses, and accounts of its own. */
export interface Means {
  port: number;
  address: string;
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

/** Requests that an attacker sent, or connections that it opened. */
export interface Deeds {
  sent: number;
  /** Number of answers by their status, as far as the attacker reads them. */
  answers?: Record<number, number>;
  note?: string;
}

export interface Attack {
  name: string;
  /** The table's words for who attacks. */
  by: 'one address' | 'one account' | 'two accounts' | 'one account that never paid';
  accounts?: { count: number; funds?: bigint; servers?: number; abilities?: ('read' | 'write')[] };
  run(means: Means): Promise<Deeds>;
}
