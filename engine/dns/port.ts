/**
 * A DNS server that has zones of ours. It is told of changes after they were committed, and again when it was not heard, so each call may be
 * repeated. Names are in small letters, without the dot at their end. Called by workers, commands and the doctor, never in a transaction.
 */

export interface Zone {
  name: string;
  /** Who answers for it: names of hosts, at least one. */
  nameservers: readonly string[];
  /** Whom to write to, as an address of mail. */
  contact: string;
  /** Whether secondaries are told of changes. */
  notify: boolean;
}

export interface RecordChange {
  name: string;
  type: 'PTR' | 'CNAME' | 'NS';
  /** What it says from now on, in place of all it said; null: nothing. */
  content: readonly string[] | null;
  /** Seconds. */
  ttl: number;
}

export interface DnsServer {
  readonly name: string;
  /** Makes it when it is not there. One that is there stays as it is; one that this server only copies from another is `refused`. */
  makeZone(zone: Zone): Promise<'made' | 'there'>;
  /** All of them or none, with a higher serial. */
  change(zone: string, changes: readonly RecordChange[]): Promise<void>;
  /** What the PTR and CNAME records of the zone say, by their names; null when it has no such zone. */
  records(zone: string): Promise<ReadonlyMap<string, string> | null>;
}

/**
 * `away`: it could not be asked, or let nobody in; what is asked next will fail as well. `no_zone`: it has no such zone. `refused`: it will
 * not do this, now or later; with other records it may. `failed`: it broke down over this, and may do it another time.
 */
export class DnsError extends Error {
  readonly kind: 'away' | 'no_zone' | 'refused' | 'failed';

  constructor(kind: DnsError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DnsError';
    this.kind = kind;
  }
}
