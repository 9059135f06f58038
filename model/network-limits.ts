/** Limits of a node's network, read when its worker starts: rules of the kernel are made of them. */
export interface NetworkLimits {
  /** Connections that an address of a guest, or a prefix of 64 bits, has begun and that are tracked still. */
  readonly trackedConnections: number;
  /** Connections that it begins in a second. */
  readonly newConnectionsPerSecond: number;
  /** Time in seconds for which a source that exceeds its limit is blocked. */
  readonly blockSeconds: number;
  /** Ports of 127.0.0.1 that lead to guests of a node without root. */
  readonly forwardedPorts: ForwardedPorts;
}

export interface ForwardedPorts {
  readonly first: number;
  readonly count: number;
}

/** Memory and disk that a node keeps for its host. Of the two values for each, the greater one counts. */
export interface NodeReserve {
  readonly memoryBytes: number;
  readonly memoryPercent: number;
  readonly diskBytes: number;
  readonly diskPercent: number;
}
