/** The names of a guest, derived from the one name that its owner gave it: `web1`, or `web1.example.com`. */

export interface HostNames {
  /** What `hostname` says: the name up to its first dot. */
  short: string;
  /** What `hostname -f` says: the whole name. */
  fqdn: string;
  /** The names of the line of 127.0.1.1 in /etc/hosts; the first one is the canonical name. */
  hosts: string;
}

export function hostNames(name: string): HostNames {
  const [short = name] = name.split('.');
  return { short, fqdn: name, hosts: short === name ? name : `${name} ${short}` };
}
