/** The addresses and the network card of a machine, as network and compute drivers share them. */

/**
 * An address of a machine. An IPv6 address with a link-local gateway represents its whole prefix, which is routed to that machine alone.
 */
export interface AddressSpec {
  /** Address without prefix length, such as `10.77.0.11`. */
  address: string;
  prefix: number;
  gateway: string;
  version: 4 | 6;
}

export interface NicSpec {
  machineId: string;
  /** MAC in the form `52:54:00:xx:xx:xx`. */
  mac: string;
  hostname: string;
  addresses: readonly AddressSpec[];
  dns: readonly string[];
  /** Limit in megabits per second, for sending and for receiving each. */
  limitMbps?: number;
}

/** A network card as the compute driver attaches it to a machine. */
export type Nic = NicSpec & {
  plug:
    | { kind: 'tap'; namespace: string; device: string }
    | {
        kind: 'user';
        forwards: readonly {
          host: string;
          hostPort: number;
          guestPort: number;
        }[];
      }
    | { kind: 'none' };
};
