/** Fields that the quote of a deploy can be without, although the order needs them. */
export const MISSING_FIELDS = ['name', 'image_id', 'ssh_keys'] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];
