/** Limits of the requests that the API accepts. */
export interface RequestLimits {
  /** Requests per minute from one address, counted before authentication. The limit is high, because many accounts may share an address. */
  readonly perAddress: number;
  /** Limits of single operations, in percent of the limits in the contract. */
  readonly operationsPercent: number;
  readonly connections: ConnectionLimits;
  readonly inFlight: InFlightLimits;
  readonly uploads: UploadLimits;
  /** Open event streams of the tokens of one account in one process. Streams of sessions are not counted. */
  readonly streamsPerAccount: number;
  /** Open consoles of one account in one process. */
  readonly consolesPerAccount: number;
  /** Size in bytes of all caches of replies, servers and names together. Read when the API starts. */
  readonly cacheBytes: number;
}

export interface ConnectionLimits {
  /** Concurrent connections. Each takes a file descriptor and 10 to 50 KB. */
  readonly total: number;
  /** Concurrent connections from one address, or from one IPv6 /64 prefix. */
  readonly perAddress: number;
  /** New connections per minute from one address. A TLS connection costs about 1 ms. */
  readonly perMinute: number;
}

/** Limits of concurrent requests of one account. */
export interface InFlightLimits {
  readonly running: number;
  /** Requests that wait for others to end. Further requests are refused. */
  readonly waiting: number;
}

/** Limits of forms that are received concurrently. */
export interface UploadLimits {
  /** Forms of one account, or of one staff member. */
  readonly perAccount: number;
  readonly all: number;
}
