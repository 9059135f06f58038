/** Texts of the page on which the sandbox takes a payment. */

export const texts = {
  title: 'Payment in the sandbox',
  noMoney: 'No money moves. This page stands for the payment page of a real provider.',
  amount: 'Amount',
  order: (id: number) => `Order ${id}`,
  decides: 'The cents of the amount decide: .01 and .02 are declined, .05 comes late, .06 never. All others are paid.',
  waiting: 'The sandbox decides within seconds.',
  processing: 'The payment is being processed.',
  paid: 'Paid. The host has been told.',
  cancelled: 'This order was cancelled, so it takes no payment.',
  back: 'Back to the order',
  orders: 'Go to the orders',
  unknown: 'This payment has ended, or belongs to another account.',
} as const;
