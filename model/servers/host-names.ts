/** The names of a guest, derived from the name that its owner chose: `web1`, or `web1.example.com`. */

export interface HostNames {
  /** Output of `hostname`: the name up to its first dot. */
  short: string;
  /** Output of `hostname -f`: the whole name. */
  fqdn: string;
  /** Names in the line of 127.0.1.1 in /etc/hosts. The first name is the canonical one. */
  hosts: string;
}

export function hostNames(name: string): HostNames {
  const [short = name] = name.split('.');
  return { short, fqdn: name, hosts: short === name ? name : `${name} ${short}` };
}
