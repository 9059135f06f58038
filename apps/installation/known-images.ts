/** Catalogue data of the images that a node builds itself. */
export const KNOWN_IMAGES = {
  tiny: { name: 'Tiny Linux', group: 'tiny', minimum_ram_gb: 1, user_data: 'script' },
  'debian-13': { name: 'Debian 13', group: 'debian', minimum_ram_gb: 1 },
  'debian-12': { name: 'Debian 12', group: 'debian', minimum_ram_gb: 1 },
} as const;

export function isKnownImage(key: string): key is keyof typeof KNOWN_IMAGES {
  return Object.hasOwn(KNOWN_IMAGES, key);
}
