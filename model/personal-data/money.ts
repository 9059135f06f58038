import type { Exported } from './define.ts';

/** Export of orders, invoices, payments and the balance. Amounts are integers in cents. */
export const MONEY = {
  ledger_accounts: [
    {
      file: 'balance',
      what: 'the balance and its limits',
      single: true,
      columns: 'balance credit_limit monthly_cap orders_frozen_at',
      withheld: 'id kind account_id gateway country rate_bp code',
    },
  ],
  ledger_entries: [
    {
      file: 'balance-transactions',
      what: 'what came to the balance and left it',
      columns: 'id kind order_id order_line_id payment_method description created_at',
      withheld: 'account_id',
    },
  ],
  ledger_postings: [
    {
      within: 'ledger_entries',
      as: 'posting',
      by: 'entry_id',
      where: 'exists (select from ledger_accounts a where a.id = c.ledger_account_id and a.account_id = t.account_id)',
      one: true,
      columns: 'amount',
      withheld: 'entry_id ledger_account_id',
    },
  ],
  orders: [
    {
      file: 'orders',
      what: 'orders with their lines',
      columns: `id type status status_reason tax net vat gross from_balance payment_method promo_code auto_pay token_id created_at
        due_at paid_at`,
      withheld: 'account_id uncapped',
    },
  ],
  order_lines: [
    {
      within: 'orders',
      as: 'lines',
      by: 'order_id',
      columns: `id position label sublabel service_type service_id quantity period_from period_to billing_cycle list_net discount promo
        net vat gross explanation refunded_net refunded_vat refunded_at`,
      withheld: 'order_id minimum_billing_cycle is_period_changeable',
    },
  ],
  order_refunds: [
    {
      within: 'orders',
      as: 'refunds',
      by: 'order_id',
      columns: 'id to_payer reason payment_refund_id created_at',
      withheld: 'order_id made_by',
    },
  ],
  order_refund_lines: [{ why: 'each line says what of it was refunded, and the transactions name each refund' }],
  promo_uses: [{ why: 'each order names its promo code' }],
  invoices: [
    {
      file: 'invoices',
      what: 'invoices with all that they say; as PDF they are in the directory invoices',
      columns: 'id type number part issued_at currency net vat gross document',
      withheld: 'account_id entry_id',
    },
  ],
  invoice_orders: [{ within: 'invoices', as: 'orders', by: 'invoice_id', columns: 'order_id', withheld: 'invoice_id' }],
  invoice_corrections: [
    {
      within: 'invoices',
      as: 'corrects',
      by: 'credit_note_id',
      columns: 'original_id net vat gross',
      withheld: 'credit_note_id',
    },
  ],
  invoice_documents: [{ why: 'the PDF files themselves are in the archive' }],
  invoice_renders: [{ why: 'files that are being made' }],
  invoices_due: [{ why: 'an invoice of some seconds later' }],
  payments: [
    {
      file: 'payments',
      what: 'payments with their refunds',
      columns:
        'id method kind state amount currency reference saved_card_id store_card card_country failure_code reason created_at ended_at',
      withheld: 'account_id gateway gateway_id url hard_decline closing attempted_at tries next_look_at',
    },
  ],
  payment_orders: [{ within: 'payments', as: 'orders', by: 'payment_id', columns: 'order_id stage', withheld: 'payment_id' }],
  payment_refunds: [
    {
      within: 'payments',
      as: 'refunds',
      by: 'payment_id',
      columns: 'id amount state reason payee iban created_at ended_at',
      withheld: 'payment_id reference gateway_id attempted_at tries next_look_at by_hand entry_id',
    },
  ],
  payment_receipts: [
    {
      within: 'payments',
      as: 'receipts',
      by: 'payment_id',
      columns: 'amount received_at',
      withheld: 'gateway receipt payment_id entry_id',
    },
  ],
  saved_cards: [
    {
      file: 'saved-cards',
      what: 'saved cards, of which we have no more than this',
      columns: 'id brand last4 expiry_month expiry_year country created_at ended_at',
      withheld: 'account_id gateway gateway_id gateway_customer detach_asked_at detached_at',
    },
  ],
  disputes: [
    {
      file: 'disputes',
      what: 'disputed payments',
      columns: 'id payment_id amount state reason opened_at closed_at',
      withheld: 'account_id gateway gateway_id written_off entry_id',
    },
  ],
  vat_checks: [
    {
      file: 'vat-checks',
      what: 'what the register said of the VAT number',
      columns: 'id vat_number verdict consultation_number name address checked_at',
      withheld: 'account_id tries next_try_at error',
    },
  ],
  affiliates: [
    {
      file: 'affiliate',
      what: 'the affiliate program',
      key: 'account_id',
      single: true,
      columns: 'percentage activated_at next_payout_at turnover pending payable paid_out',
      withheld: 'account_id',
    },
  ],
  affiliate_codes: [
    {
      within: 'affiliates',
      as: 'codes',
      by: 'affiliate_id',
      to: 'account_id',
      columns: 'id code current created_at',
      withheld: 'affiliate_id',
    },
  ],
  affiliate_conversions: [
    {
      within: 'affiliates',
      as: 'conversions',
      by: 'affiliate_id',
      to: 'account_id',
      columns: 'id percentage net refunded commission status created_at approve_at approved_at',
      // The order belongs to another customer.
      withheld: 'affiliate_id order_id entry_id',
    },
  ],
  affiliate_payouts: [
    {
      within: 'affiliates',
      as: 'payouts',
      by: 'affiliate_id',
      to: 'account_id',
      columns: 'id amount created_at',
      withheld: 'affiliate_id entry_id',
    },
  ],
  affiliate_movements: [{ why: 'what the conversions are made of' }],
  bank_statement_lines: [{ why: "of the host's bank; what came of it stands in the payments" }],
  webhook_deliveries: [{ why: 'what gateways sent; what came of it stands in the payments' }],
} as const satisfies Readonly<Record<string, readonly Exported[]>>;
