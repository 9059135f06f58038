interface ShownCard {
  brand: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
}

/** Returns the name of a card, such as `Visa ending in 4242`. */
const nameCard = ({ brand, last4 }: ShownCard): string =>
  `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`;

export const texts = {
  title: 'Balance',
  now: 'Balance',
  facts: {
    expenses: 'Renewals of the next 30 days',
    shortfall: 'Missing for them',
    limit: 'Credit limit',
    last: 'Latest deposit',
  },
  cards: 'Stored cards',
  noCards: 'No card is stored. You can store one when you pay by card.',
  card: nameCard,
  validTo: ({ expiry_month, expiry_year }: ShownCard) => `valid to ${String(expiry_month).padStart(2, '0')}/${expiry_year}`,
  charged: 'charged for renewals that the balance does not cover',
  remove: 'Remove',
  removeCard: (card: ShownCard) => `Remove ${nameCard(card)}`,
  removeWhat: 'The card is not charged again. Renewals that the balance does not cover then wait for your payment.',
  last: (amount: string, day: string) => `${amount} on ${day}`,
  unconfirmed: (amount: string) => `${amount} wait for the confirmation of the Bitcoin network.`,
  deposit: 'Deposit',
  depositWhat: 'A deposit has no VAT. VAT is charged when the balance pays an order.',
  amount: (currency: string) => `Amount in ${currency}`,
  noAmount: 'Enter an amount, such as 50.00.',
  depositFor: (amount: string) => `Deposit ${amount}`,
  none: 'The host offers no method for deposits. Contact the support.',
  sameAgain: 'The reply was lost. Press again: the deposit is ordered once at most.',
  movements: 'Movements',
  empty: 'No movement yet.',
  methods: {
    balance: 'balance',
    card: 'card',
    bank: 'bank transfer',
    bitcoin: 'Bitcoin',
    'bitcoin-ln': 'Bitcoin Lightning',
    operator: 'by the host',
  } as Record<string, string>,
  more: 'Show older movements',
} as const;
