/** Texts about parts that several pages use. */

export const andMore = (count: number) => ` and ${count} more`;

export const texts = {
  copyText: (text: string) => `Copy ${text}`,
  andMore,
  copied: 'Copied',
  cancel: 'Cancel',
  mixedScripts: 'This name mixes scripts or has characters that cannot be seen. Compare it letter by letter.',
  months: 'Months',
  month: (count: number) => (count === 1 ? '1 month' : String(count)),
} as const;
