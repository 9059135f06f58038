/** Lists the keys with which the Node project's releasers sign. */

/**
 * Fingerprints of the primary keys, from the section "Release keys" of Node's README.
 *
 * Only these are trusted. The keyring itself may come from anywhere. A release of a new releaser is refused until this list is compared
 * with that README again.
 */
export const RELEASE_KEYS: readonly string[] = [
  '108F52B48DB57BB0CC439B2997B01419BD92F80A', // Ruy Adorno
  '5BE8A3F6C8A5C01D106C0AD820B1A390B168D356', // Antoine du Hamel
  '655F3B5C1FB3FA8D1A0CA6BDE4A7D232B936D2FD', // Stewart X Addison
  '890C08DB8579162FEE0DF9DB8BEAB4DFCF555EF4', // Rafael Gonzaga
  '8FCCA13FEF1D0C2E91008E09770F7A9A5AE15600', // Michaël Zasso
  'A363A499291CBBC940DD62E41F10027AF002F8B0', // Ulises Gascón
  'C82FA3AE1CBEDC6BE46B9360C43CEC45C17AB93C', // Richard Lau
  'CC68F5A3106FF448322E48ED27F5E38D5B0A215F', // Marco Ippolito
  'DD792F5973C6DE52C432CBDAC77ABFA00DDBF2B7', // Juan José Arboleda
];
