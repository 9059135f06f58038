/**
 * The port to a DNS server that serves our zones. Names are in lower case, without a final dot.
 *
 * Changes are pushed after their transaction has committed and pushed again after a failure, so every call is idempotent. Workers,
 * commands and the doctor call the port, never within a transaction.
 */

export interface Zone {
  name: string;
  /** Hostnames of the authoritative name servers, at least one. */
  nameservers: readonly string[];
  /** Email address of the contact. */
  contact: string;
  /** True if secondaries are notified of changes. */
  notify: boolean;
}

export interface RecordChange {
  name: string;
  type: 'PTR' | 'CNAME' | 'NS';
  /** Contents that replace all previous ones, or `null` to delete the record set. */
  content: readonly string[] | null;
  /** TTL in seconds. */
  ttl: number;
}

export interface DnsServer {
  readonly name: string;
  /** Creates the zone. Leaves an existing zone unchanged. Throws `refused` if this server is a secondary for the zone. */
  createZone(zone: Zone): Promise<'made' | 'there'>;
  /** Applies all changes or none. An effective change raises the serial of the zone. */
  change(zone: string, changes: readonly RecordChange[]): Promise<void>;
  /** Returns the content of the zone's PTR and CNAME records by name, or `null` if the zone does not exist. */
  records(zone: string): Promise<ReadonlyMap<string, string> | null>;
}

/**
 * A failure of the DNS server.
 * - `away`: the server is unreachable or denies access. Further requests will fail, too.
 * - `no_zone`: the zone does not exist.
 * - `refused`: the server permanently refuses this request. It may accept other records.
 * - `failed`: the server failed to process this request. A retry may succeed.
 */
export class DnsError extends Error {
  readonly kind: 'away' | 'no_zone' | 'refused' | 'failed';

  constructor(kind: DnsError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DnsError';
    this.kind = kind;
  }
}
