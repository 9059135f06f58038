/** Texts about address names of this page. */

export const texts = {
  unchanged: 'Nothing has changed.',
  title: 'Names of',
} as const;
