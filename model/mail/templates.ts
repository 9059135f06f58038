/** The data of each mail, as the outbox stores them. The texts are in a folder per language. */
import type { NoticeContent } from '../alert-notices/content.ts';
import type { Pattern } from '../attacks/detector.ts';
import type { ReceiptOrderState } from '../payments/kept-money.ts';
import type { RefundReason } from '../services/refund-reasons.ts';
import type { VoidReason } from '../services/void-reasons.ts';
import type { WebhookFailure } from '../webhooks/failures.ts';
import type { CancellationWithdrawn, ServicesCancelled } from './cancellations.ts';
import type { MailDataOfUsers } from './templates-of-users.ts';
import type { MailText } from './text.ts';
import type { TransferTo, WayAhead, WayOfMoney, WayToPay } from './ways.ts';

export interface MailedService {
  /** Name given by the owner, such as `web-1.example.com`. */
  name: string;
  /** Unix time in milliseconds. */
  until: number;
  /** Time at which the unpaid service is switched off, if that was postponed beyond `until`. Mails of earlier versions lack it. */
  offAt?: number;
}

/** A line of an order. `amount`: without VAT. `own`: the label is a word of ours, which languages translate, and not of the catalogue. */
export interface MailedLine {
  label: string;
  detail: string;
  amount: string;
  own?: 'deposit';
}

/** Reasons of a request to pay that follows another. */
interface RequestReasons {
  /** True if services were taken out of the order. */
  reduced?: boolean;
  /** True if the payment for it and other orders was closed. */
  replaced?: boolean;
  /** Void orders that the reader was asked to pay, and that this one replaces. */
  voidOrders?: number[];
}

/** Addons that end unless their order is paid until `at`, or until the end of their paid time if that is later. Their servers stay. */
export interface EndingAddons {
  at: number;
  /** True if the backups addon is one of them. Backups that exist are kept. */
  keepsBackups: boolean;
}

/** An order that waits for payment. */
export interface MailedDebt {
  order: number;
  amount: string;
}

/** An order of a payment. `paid`: by this payment. */
export interface PaidOrder {
  order: number;
  state: ReceiptOrderState;
}

/**
 * A service that staff does not end after all. `paused`: staff had suspended it before, for `reason`. `unpaid`: it is unpaid or cancelled, and
 * kept at least until `until`. `unchanged`: the end had not suspended it, and it has not been built yet or has lost its machine.
 * `active-until`: its owner had cancelled it, so it is switched off at `until`. `cancelled`: whether
 * the owner had cancelled it. Mails of earlier versions lack it.
 */
export type KeptService = { name: string; cancelled?: boolean } & (
  | { state: 'active' | 'unchanged' }
  | { state: 'active-until'; until: number }
  | { state: 'paused'; reason: string }
  | { state: 'unpaid'; until: number }
);

export interface ReadyServer {
  name: string;
  addresses: string[];
  /** User of SSH. */
  user: string;
}

/** An order and its sums. `more`: number of lines that are left out. `page`: its page of the console. */
export interface OrderContent {
  order: number;
  lines: MailedLine[];
  more: number;
  net: string;
  vat: string;
  gross: string;
  page: string | null;
}

/**
 * A request of a staff member that needs a second person. `details`: its fields, such as `service: 12`. `about`: names of services or order
 * lines. `given`: reason of the requester. Mails of earlier versions lack the optional fields.
 */
export interface MailedRequest {
  approval: number;
  operation: string;
  amount: string | null;
  account: number | null;
  details?: string[];
  customer?: string | null;
  email?: string | null;
  about?: string[];
  given?: string | null;
  requester?: string;
  until?: number;
}

/** The mail about the expiry of a request, which is stored with the request. */
export interface ExpiryMail {
  address: string;
  data: MailedRequest;
}

/** Data by template name. Amounts are decimals with their currency, such as `12.00 EUR`. */
export interface MailData extends MailDataOfUsers {
  /** Unpaid services that expire soon. `orders`: orders that wait for payment, oldest first. Only earlier versions queued it. */
  'renewal-reminder': { services: MailedService[]; orders: { id: number; amount: string }[] };
  /**
   * `code`: code of `reason`, by which a language translates it. `services`: services that the order renews. `next`: time of the next
   * attempt. `offAt`: time before it at which the first service is switched off. `addons`: the services are addons only. `transfer`: account
   * for a transfer. `page`: page where the order is paid. Mails of earlier versions lack these fields.
   */
  'charge-failed': {
    order: number;
    amount: string;
    code?: string;
    reason: string;
    services?: MailedService[];
    more?: number;
    next?: number | null;
    offAt?: number;
    addons?: EndingAddons;
    transfer?: TransferTo;
    page?: string | null;
  };
  /** Payment of an order that ignores the cap. `spent`: sum with this order, in the month that ends at `until`. */
  'spending-cap': { order: number; amount: string; cap: string; spent: string; until: number };
  /** A paid server that could not be built. `amount`: refund to the balance. `reason`: a sentence. */
  'deploy-refunded': { order: number; name: string; amount: string; reason: string };
  /** `debts`: orders that pay for them. `page`: page where they are paid. Mails of earlier versions lack these fields. */
  'services-suspended': {
    services: MailedService[];
    ends: number;
    more?: number;
    debts?: MailedDebt[];
    pay?: WayToPay | null;
    page?: string | null;
  };
  /** Services that staff gives more time to pay. `until`: time before which they are not suspended. The other fields are those of a request to pay. */
  'services-postponed': Pick<MailData['renewal-due'], 'services' | 'more' | 'debts' | 'pay' | 'isSuspended' | 'page'>;
  'services-resumed': { services: MailedService[]; more: number };
  /** `isFirst`: true if no mail asked before. `earlier`: services that are deleted before `until`, with their ends. */
  'order-waiting': OrderContent &
    RequestReasons & { until: number; pay: WayToPay; isFirst?: boolean; earlier?: MailedService[]; moreEarlier?: number };
  /** An order that was not paid until `until`, and is cancelled. `isSuspended`: the account is suspended. Mails of earlier versions lack it. */
  'order-lapsed': OrderContent & { until: number; isSuspended?: boolean };
  /**
   * An unpaid order that was cancelled, or of which nothing is left to pay (`isFree`). `failure`: a failed charge, with its reason as a sentence
   * and in code. `reason`: a sentence, or `null` after an end by staff. `why`: its code. Mails of earlier versions lack the optional fields.
   */
  'order-void': OrderContent & {
    failure: { amount: string; code: string; reason: string } | null;
    isEnding: boolean;
    isOrderable: boolean;
    isFree?: boolean;
    reason?: string | null;
    why?: VoidReason | null;
  };
  /**
   * `renewed`: services that the order renewed, with their new ends. `invoice`: number of the invoice. `added`: money that came for an order
   * which the balance has paid. It was added to the balance before. Mails of earlier versions lack it.
   */
  'order-paid': OrderContent & { invoices: string[]; paid: WayOfMoney; renewed: MailedService[]; moreRenewed: number } & {
    added?: { amount: string; came: WayOfMoney } | null;
  };
  /** `amount`: gross. `reason`: a sentence. `why`: its code, if it is one of ours. `notes`: numbers of the credit notes. */
  'order-refunded': {
    order: number;
    amount: string;
    reason: string;
    /** Mails of earlier versions lack it. */
    why?: RefundReason | null;
    to: WayOfMoney;
    /** True if the money could not be sent, as another mail tells. Mails of earlier versions lack it. */
    isReturned?: boolean;
    /** True if the balance is less than the amount by now. Mails of earlier versions lack it. */
    isSpent?: boolean;
    /** True if the account is suspended, so that its balance pays no order. Mails of earlier versions lack it. */
    isSuspended?: boolean;
    notes: string[];
    page: string | null;
  };
  /** `balance`: the balance right after this, or `null` once other money has moved. */
  'deposit-received': { amount: string; balance: string | null; paid: WayOfMoney; page: string | null };
  /**
   * Money that is balance. `kept`: the part that is, otherwise all of it. `order`: the only order of the payment. `orders`: all of several.
   * `missing`: amount that the orders still need. `pay`: the way to send it. `came`: how the money came. `paid`: how the only order was paid
   * by other money, otherwise `null`. `since`: other orders that the balance has paid since. `debts`: others that wait for payment, with
   * `lacks`, which the balance lacks for all of them. Earlier versions queued their ids only (`open`).
   * `isReplaced`: the account has ordered after the cancelled order. `balance`, `isSuspended`: as above. Mails of earlier versions lack the
   * optional fields.
   */
  'payment-kept': {
    amount: string;
    kept?: string;
    balance: string | null;
    order: number | null;
    orders?: PaidOrder[];
    more?: number;
    why: 'too-little' | 'too-much' | 'order-paid' | 'order-gone' | 'no-order' | 'not-allowed' | 'several-orders';
    missing: string | null;
    since?: number[];
    open?: number[];
    debts?: MailedDebt[];
    moreDebts?: number;
    lacks?: string | null;
    isReplaced?: boolean;
    isSuspended?: boolean;
    pay?: WayToPay | null;
    came?: WayOfMoney;
    paid?: WayOfMoney | null;
    page: string | null;
  };
  'payout-sent': { amount: string; to: WayOfMoney; page: string | null };
  /**
   * `reason`: written by staff, or `null` for the refund of a gateway. `again`: a newer refund that sends the money, or `null`. Mails of
   * earlier versions lack both. `balance`: as above.
   */
  'payout-returned': {
    amount: string;
    to: WayOfMoney;
    balance: string | null;
    reason?: string | null;
    again?: { amount: string; to: WayOfMoney } | null;
    page: string | null;
  };
  /** A credit or a charge by staff. `reason`: written by staff. `balance`: as above. */
  'balance-changed': { amount: string; charged: boolean; reason: string; balance: string | null; page: string | null };
  /** Servers of an order, once all of them are built or have failed. `failed`: names of those that were refunded. */
  'server-ready': { order: number; servers: ReadyServer[]; more: number; failed: string[]; page: string | null };
  /** Automatic renewals of one day that are some time ahead. `amount`: their gross sum. */
  'renewal-ahead': { services: MailedService[]; more: number; at: number; amount: string; pay: WayAhead; page: string | null };
  /**
   * Services that expire unpaid, in the order of their ends. `isLate`: the first end has passed. `debts`: orders that wait. Without orders,
   * the services are renewed by hand. `isReminder`: an earlier mail asked for the payment of the orders. `isSuspended`: as above, with
   * `pay: null` and the page of the tickets. `addons`: the services are addons only. Mails of earlier versions lack the optional fields.
   */
  'renewal-due': RequestReasons & {
    services: MailedService[];
    more: number;
    isLate?: boolean;
    isReminder?: boolean;
    addons?: EndingAddons;
    debts: MailedDebt[];
    pay: WayToPay | null;
    isSuspended?: boolean;
    page: string | null;
  };
  /**
   * An end by staff. `names`: services that are off. `on`: services that are locked or not built, which stop at the end at the latest.
   * `orders`: unpaid orders that the end has cancelled. `ids`: ids of all services, also those that the lists leave out. `isSuspended`: the
   * account is suspended. `at`: time of the end. `page`: page of the tickets. Mails of earlier versions lack the optional fields.
   */
  'service-ending': {
    names: string[];
    more: number;
    on?: string[];
    moreOn?: number;
    orders?: number[];
    ids?: number[];
    isSuspended?: boolean;
    at: number;
    reason: string;
    page?: string | null;
  };
  /** Services whose end by staff was undone. `ids`, `isSuspended`: as above. `page`: page of the tickets. */
  'service-kept': { services: KeptService[]; more: number; ids?: number[]; isSuspended?: boolean; page: string | null };
  /**
   * Ended services. `reason`: reason of staff, or `null` for an unpaid service. `copiesUntil`: end of the retention of their backups, or `null`.
   * `isAddons`: they are addons, whose servers stay. `isSuspended`: as above. `page`: page of the tickets. Mails of earlier versions lack the
   * optional fields.
   */
  'services-ended': {
    names: string[];
    more: number;
    at: number;
    reason: string | null;
    copiesUntil: number | null;
    isAddons?: boolean;
    isSuspended?: boolean;
    page?: string | null;
  };
  'services-cancelled': ServicesCancelled;
  'cancellation-withdrawn': CancellationWithdrawn;
  /**
   * A suspension of the account by staff. `names`: services that were suspended with it, for `reason`, which is `null` if none should be.
   * `orders`: unpaid orders that it has cancelled. `page`: page of the tickets.
   */
  'account-suspended': {
    account: number;
    names: string[];
    more: number;
    reason: string | null;
    orders?: number[];
    page: string | null;
  };
  /**
   * The end of the suspension of the account. `names`: services that stay suspended. `debts`: orders that wait, for readers of mails about
   * money. `pay`: how they are paid. `isCharged`: a card is charged for them. `page`: where they are paid, without orders the page of the
   * tickets.
   */
  'account-resumed': {
    account: number;
    names: string[];
    more: number;
    debts?: MailedDebt[];
    moreDebts?: number;
    isCharged?: boolean;
    pay?: WayToPay | null;
    page: string | null;
  };
  /**
   * A suspension by staff. `orders`: unpaid orders that it has cancelled. `reducedOrders`: those that go on for other services, with their new
   * amounts. Mails of earlier versions lack both.
   */
  'service-suspended': { name: string; reason: string; orders?: number[]; reducedOrders?: MailedDebt[] };
  /** A new expiry set by staff. `reason`: written by staff. `before`: the previous expiry. `orders`, `reducedOrders`: as above. */
  'service-end-moved': {
    name: string;
    before: number;
    until: number;
    reason: string;
    orders?: number[];
    reducedOrders?: MailedDebt[];
  };
  /** The end of a suspension by staff. `until`: time until which an unpaid or cancelled service is kept, or `null` if it is active. `isSuspended`: as above. */
  'service-resumed': { name: string; until: number | null; isSuspended?: boolean };
  /** `ends`: keys of all services, also those that the list leaves out. `debts`, `page`: as above. Mails of earlier versions lack these fields. */
  'termination-ahead': {
    services: MailedService[];
    more?: number;
    ends?: string[];
    debts?: MailedDebt[];
    pay?: WayToPay | null;
    page?: string | null;
  };
  /** An answer of support, one line per paragraph. `resolved`: the ticket is resolved. `byMail`: answers to the mail are read. */
  'ticket-answered': { ticket: number; subject: string; lines: string[]; files?: string[]; resolved: boolean; byMail: boolean };
  /** A ticket opened by mail. */
  'ticket-received': { ticket: number; subject: string };
  /** A missed response target of the support plan. `amount`: credit to the balance. */
  'response-missed': { ticket: number; subject: string; due: number; amount: string };
  /** A refused mail to support. */
  'mail-refused': { reason: string };
  /** `filtered`: true if the sources are blocked. */
  'attack-begun': {
    address: string;
    at: number;
    reason: string;
    /** Code of `reason`. Mails of earlier versions lack it. */
    pattern?: Pattern;
    mbps: number;
    pps: number;
    filtered: boolean;
  };
  /** `since`: time of the first failed delivery. `error`: result of the last attempt. `failure`: its code, which mails of
   * earlier versions lack. */
  'webhook-disabled': { url: string; since: number; error: string; failure?: WebhookFailure | null };
  /** An export of the account's data. `asked`: time of the request. */
  'export-ready': { asked: number; until: number };
  'attack-ended': { address: string; from: number; until: number; mbps: number; pps: number };
  /** A request that the reader may approve. `reason`: reason of the requester. */
  'approval-waiting': Omit<MailedRequest, 'given'> & { reason: string | null; requester: string; until: number };
  /** A request that the reader made, and that was closed. `reason`: a sentence. */
  'approval-void': MailedRequest & { reason: string };
  /** A request that the reader made. `by`: name of the person who decided. `reason`: reason of a refusal, otherwise `null`. */
  'approval-decided': MailedRequest & { isApproved: boolean; by: string; reason: string | null };
  /** A request that the reader made, and that nobody decided before `until`. */
  'approval-expired': MailedRequest;
  /** A notice of alerts to the operator. */
  'operator-alerts': NoticeContent;
}

export type MailTemplate = keyof MailData;

/** Texts of one language, by template name. */
export type MailTexts = { readonly [Name in MailTemplate]: (data: MailData[Name]) => MailText };
