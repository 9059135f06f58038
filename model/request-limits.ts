/** Limits of the requests that the API accepts. */
export interface RequestLimits {
  /** Requests per minute from one address, counted before the caller is known. High, since many accounts may share an address. */
  readonly perAddress: number;
  /** Limits of single operations, in percent of those that the contract names. */
  readonly operationsPercent: number;
  readonly connections: ConnectionLimits;
  readonly inFlight: InFlightLimits;
  readonly uploads: UploadLimits;
  /** Open event streams of the tokens of one account in one process. Those of its sessions are not counted. */
  readonly streamsPerAccount: number;
  /** Open consoles of one account in one process. */
  readonly consolesPerAccount: number;
  /** Size in bytes of all caches of replies, servers and names together. Read when the API starts. */
  readonly cacheBytes: number;
}

export interface ConnectionLimits {
  /** Connections at a time. Each takes a file descriptor and 10 to 50 KB. */
  readonly total: number;
  /** Connections at a time from one address, or from one /64 of IPv6. */
  readonly perAddress: number;
  /** New connections per minute from one address. Over TLS each costs about 1 ms. */
  readonly perMinute: number;
}

/** Requests of one account. */
export interface InFlightLimits {
  readonly running: number;
  /** Requests that wait until others have ended. Further requests are refused. */
  readonly waiting: number;
}

/** Forms that are received at a time. */
export interface UploadLimits {
  /** Forms of one account, or of one member of the staff. */
  readonly perAccount: number;
  readonly all: number;
}
