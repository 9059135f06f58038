/** Rules for targets of outgoing requests. All rules refuse private addresses. These fields are their differences. */

export interface TargetRules {
  /** Schemes of URLs, such as `https:`. */
  readonly schemes: readonly string[];
  /** Schemes of URLs whose host is the address of an allowed endpoint. */
  readonly endpointSchemes: readonly string[];
  readonly allowsFragment: boolean;
  /** True if a name may have the port of any allowed endpoint. The name must still resolve to the address of that endpoint. */
  readonly allowsEndpointPorts: boolean;
  /** Returns whether requests to public servers may use this port. */
  allowsPort(port: number): boolean;
  /** Sentence for a forbidden port. */
  readonly portRefusal: string;
}

/** Ports of web servers. Other ports belong to services that serve no files. */
const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Rules for files that customers or staff name by URL: ISO files, images, geo data. */
export const DOWNLOAD_RULES: TargetRules = {
  schemes: ['http:', 'https:'],
  endpointSchemes: ['http:', 'https:'],
  allowsFragment: true,
  allowsEndpointPorts: true,
  allowsPort: (port) => WEB_PORTS.includes(port),
  portRefusal: `The port must be one of ${WEB_PORTS.join(', ')}.`,
};

/** Rules for files without a signature, whose digest comes over the same connection. Each redirect must be encrypted too. */
export const SECURE_DOWNLOAD_RULES: TargetRules = { ...DOWNLOAD_RULES, schemes: ['https:'], endpointSchemes: ['https:'] };

/**
 * Rules for webhook receivers and identity providers. Requests carry secrets, so only endpoints of the operator may be used without
 * encryption.
 */
export const SERVICE_RULES: TargetRules = {
  schemes: ['https:'],
  endpointSchemes: ['http:', 'https:'],
  allowsFragment: false,
  allowsEndpointPorts: false,
  // Ports below 1024 belong to other protocols.
  allowsPort: (port) => port === 443 || port >= 1_024,
  portRefusal: 'The port must be 443, or 1024 or more.',
};
