/** What every mail is told: its data as the outbox stores them. Texts are in `texts.ts`, by language. */

export interface MailedService {
  /** What its owner calls it: `web-1.example.com`. */
  name: string;
  /** Unix time in milliseconds. */
  until: number;
}

/** `address`: of who asks. */
interface EmailChangeData {
  before: string;
  after: string;
  link: string;
  until: number;
  address: string;
}

/** By the name of the template. Amounts are decimals with their currency: `12.00 EUR`. */
export interface MailData {
  /** What expires soon and is not paid. `orders`: those that wait for payment, the oldest first. */
  'renewal-reminder': { services: MailedService[]; orders: { id: number; amount: string }[]; days: number };
  'charge-failed': { order: number; amount: string; reason: string };
  /** An order that no cap stops was paid. `spent`: with it, in the month that ends at `until`. */
  'spending-cap': { order: number; amount: string; cap: string; spent: string; until: number };
  /** A paid server that could not be built. `amount`: went back to the balance. `reason`: a sentence. */
  'deploy-refunded': { order: number; name: string; amount: string; reason: string };
  'services-suspended': { services: MailedService[]; ends: number };
  /** By the staff. */
  'service-suspended': { name: string; reason: string };
  /** By the staff, as is the `reason`. `before`: its end until then. */
  'service-end-moved': { name: string; before: number; until: number; reason: string };
  /** No longer by the staff. `until`: kept at least so long, as it is not paid or was cancelled; null: it serves. */
  'service-resumed': { name: string; until: number | null };
  'termination-ahead': { services: MailedService[] };
  /** What support has answered, a paragraph a line. `resolved`: and has resolved the ticket. `byMail`: answers to the mail are read. */
  'ticket-answered': { ticket: number; subject: string; lines: string[]; files?: string[]; resolved: boolean; byMail: boolean };
  /** A mail has become a ticket. */
  'ticket-received': { ticket: number; subject: string };
  /** Support has not answered as soon as the support plan promises. `amount`: was credited. */
  'response-missed': { ticket: number; subject: string; due: number; amount: string };
  /** A mail to support came to nothing. */
  'mail-refused': { reason: string };
  /** Support has disabled the two-factor authentication of who reads it. */
  'two-factor-reset': { at: number };
  /** `filtered`: whether its sources are blocked. */
  'attack-begun': { address: string; at: number; reason: string; mbps: number; pps: number; filtered: boolean };
  /** Of sessions. `browser`: what it calls itself. */
  'new-sign-in': { at: number; address: string; browser: string };
  /** The second factor of who has no authenticator app. `address`: of who asks. */
  'sign-in-code': { code: string; minutes: number; address: string };
  /** `link`: where a new password is set, with the secret. `address`: of who asks. */
  'password-reset': { link: string; minutes: number; address: string };
  /** `link`: where the account is opened, with the secret. `address`: of who asks; `invited`: the host does. */
  'sign-up': { link: string; until: number; address: string; invited: boolean };
  /** Somebody signs up with the address of a user. `address`: of who asks. */
  'sign-up-known': { address: string };
  /** It is about to be closed: from `at` on its data goes. `by`: who asked, of its members. */
  'account-closing': { account: string; by: string; at: number };
  'account-stays': { account: string; by: string };
  /** To who is a member of no account, and is erased then. `kept`: for so many days more when they sign in. */
  'user-erasure': { at: number; kept: number };
  welcome: { name: string; account: number };
  /** The user's address is about to change. To the new one, which may be nobody's, and to the one of now. `link`: with the secret of this mail. */
  'email-change-new': EmailChangeData;
  'email-change-old': EmailChangeData;
  /** Support has asked for it, since the address of before is lost. `counts`: from when on the new one counts. `link`: of the old one's, stops it. */
  'email-lost-new': { before: string; after: string; link: string; until: number; counts: number };
  'email-lost-old': { after: string; link: string; counts: number };
  'email-changed': { before: string; after: string; at: number };
  /** Also the first one. `address`: of who did it. */
  'password-changed': { at: number; address: string };
  /** `address`: of who did it. */
  'passkey-added': { name: string; at: number; address: string };
  'passkey-removed': { name: string; at: number; address: string };
  /** Nothing could be delivered since then; `error`: what the last try came to. */
  'webhook-disabled': { url: string; since: number; error: string };
  /** Of the account's data; `asked`: when. */
  'export-ready': { asked: number; until: number };
  'attack-ended': { address: string; from: number; until: number; mbps: number; pps: number };
  /** To an address that may be nobody's yet. `link`: where it is accepted, with the secret. */
  invitation: { account: string; inviter: string; role: string; link: string; until: number };
  'member-joined': { account: string; name: string; email: string; role: string };
  /** To the member. `role`: null when they were removed. */
  'membership-changed': { account: string; role: string | null };
  /** One of the staff acts inside the account without its consent. `until`: when that ends. */
  'account-accessed': { account: string; person: string; reason: string; writes: boolean; until: number };
  'ownership-offered': { account: string; owner: string; until: number };
  'ownership-transferred': { account: string; before: string; after: string };
}

export type MailTemplate = keyof MailData;

/** A mail before it is rendered: plain text without markup. */
export interface MailText {
  subject: string;
  /** Each a paragraph, or a list of items. */
  body: readonly (string | readonly string[])[];
}

/** How a language says each of them. */
export type MailTexts = { readonly [Name in MailTemplate]: (data: MailData[Name]) => MailText };
