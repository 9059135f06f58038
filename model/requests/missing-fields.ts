/** Fields that the quote of a deployment may omit, although the order requires them. */
export const MISSING_FIELDS = ['name', 'image_id', 'ssh_keys'] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];
