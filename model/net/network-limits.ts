/** Network limits of a node. They are read when the worker starts, because kernel rules are built from them. */
export interface NetworkLimits {
  /** Tracked connections that one guest address, or one /64 prefix, has opened. */
  readonly trackedConnections: number;
  /** New connections per second from one guest address or /64 prefix. */
  readonly newConnectionsPerSecond: number;
  /** Time in seconds for which a source that exceeds its limit is blocked. */
  readonly blockSeconds: number;
  /** Ports of 127.0.0.1 that are forwarded to guests of a node without root. */
  readonly forwardedPorts: ForwardedPorts;
}

export interface ForwardedPorts {
  readonly first: number;
  readonly count: number;
}

/** Memory and disk that a node reserves for its host. The greater of the two values for each applies. */
export interface NodeReserve {
  readonly memoryBytes: number;
  readonly memoryPercent: number;
  readonly diskBytes: number;
  readonly diskPercent: number;
}
