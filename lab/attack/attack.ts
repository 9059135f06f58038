/** What an attack is: a name for the table, whose means it has, and what it does with them for a while. */
/** What the attacker has: an address of the loopback network that nobody else uses, and accounts of its own. */
export interface Means {
  port: number;
  address: string;
  ms: number;
  accounts: Attacker[];
}

export interface Attacker {
  token: string;
  /** Of the account: servers, an image to order with. */
  servers: number[];
  imageId: number;
  sshKeyId: number;
}

/** Of what an attacker did: requests sent, connections opened. */
export interface Deeds {
  sent: number;
  note?: string;
}

export interface Attack {
  name: string;
  /** As the table says it. */
  by: 'one address' | 'one account' | 'two accounts' | 'one account that never paid';
  accounts?: { count: number; funds?: bigint; servers?: number; abilities?: ('read' | 'write')[] };
  run(means: Means): Promise<Deeds>;
}
