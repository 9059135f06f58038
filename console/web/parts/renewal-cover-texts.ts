/** Texts about shell that several pages use. */

export const texts = {
  covered: 'Covers the next 30 days',
  coveredUntil: (day: string, amount: string) => `Until ${day}, then ${amount} are missing`,
  overdueSince: (day: string, amount: string) => `Since ${day}, ${amount} are missing`,
  chargedToCard: (day: string) => `Charged to the card on ${day}`,
} as const;
