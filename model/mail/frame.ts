/** The parts of a mail that surround its text: the brand, attached documents, the sender, and the reason for the mail. */
import type { Role } from '../people/roles.ts';
import { type MutedMail, mutedBy } from './muted.ts';
import type { MailData, MailTemplate } from './templates.ts';
import type { MailPart } from './text.ts';

/** The company that sells, as a footer names it. `country`: ISO 3166 code. */
export interface MailSeller {
  name: string;
  address: string;
  postalCode: string;
  city: string;
  country: string;
  vatNumber: string | null;
  /** Address for customers, or `null`. */
  email: string | null;
}

export interface MailFrame {
  brand: string;
  /** `null` while the catalogue has no seller. */
  seller: MailSeller | null;
  /** URL of the web page, without which the footer has no link. */
  pageUrl: string | null;
  /** Account of the mail, and the role of its reader there. */
  account: number | null;
  role: Role | null;
  /** True if the reader is a user. */
  isUser: boolean;
  /** File names of the documents of the mail. */
  documents: { names: readonly string[]; attached: boolean } | null;
}

/** Reasons for a mail. `contact`: technical contact address of the account. `address`: somebody entered the address. */
export type MailReason =
  | { why: 'member'; role: Role; account: number }
  | { why: 'contact' | 'account'; account: number }
  | { why: 'user' | 'address' | 'support' | 'staff' | 'operator' };

/** Texts of the frame in one language. */
export interface FrameTexts {
  reason(reason: MailReason, brand: string): string;
  vatNumber(number: string): string;
  email(address: string): string;
  /** Text before the link to the profile page. */
  muteHint: Readonly<Record<MutedMail, string>>;
  muteLink: string;
  attached(names: readonly string[]): string;
  download: string;
}

export interface FramedParts {
  brand: string;
  /** Parts after the body of the mail. */
  documents: readonly MailPart[];
  footer: { lines: readonly string[]; reason: string; mute: { hint: string; button: string; link: string } | null };
}

/** Templates that are not about the account of their reader. */
const REASONS: Readonly<Partial<Record<MailTemplate, 'user' | 'address' | 'support' | 'staff' | 'operator'>>> = {
  'two-factor-reset': 'user',
  'two-factor-by-token': 'user',
  'new-sign-in': 'user',
  'sign-in-code': 'user',
  'password-reset': 'user',
  'password-changed': 'user',
  'passkey-added': 'user',
  'passkey-removed': 'user',
  'sign-up-known': 'user',
  'user-erasure': 'user',
  'email-change-old': 'user',
  'email-lost-old': 'user',
  'email-changed': 'user',
  'email-change-new': 'address',
  'email-lost-new': 'address',
  'sign-up': 'address',
  invitation: 'address',
  'ticket-answered': 'support',
  'ticket-received': 'support',
  'mail-refused': 'support',
  'approval-waiting': 'staff',
  'approval-void': 'staff',
  'approval-decided': 'staff',
  'approval-expired': 'staff',
  'operator-alerts': 'operator',
};

/** Returns the frame of a mail in the language of its text. */
export function frameOf<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  { frame, texts, language }: { frame: MailFrame; texts: FrameTexts; language: string },
): FramedParts {
  const { brand, seller, pageUrl, documents } = frame;
  const muted = mutedBy(template, data);
  const reason = reasonOf(template, frame);
  return {
    brand,
    documents: documents && documents.names.length > 0 ? documentsOf(documents, pageUrl, texts) : [],
    footer: {
      lines: seller && isForCustomer(reason) ? sellerLines(seller, texts, language) : [brand],
      reason: texts.reason(reason, brand),
      mute:
        muted && frame.role !== null && pageUrl !== null
          ? { hint: texts.muteHint[muted], button: texts.muteLink, link: pageOf(pageUrl, '/profile') }
          : null,
    },
  };
}

const isForCustomer = ({ why }: MailReason): boolean => why !== 'staff' && why !== 'operator';

/** Returns the URL of a page of the console. */
const pageOf = (pageUrl: string, path: string): string => new URL(path, pageUrl).href;

function documentsOf(
  { names, attached }: NonNullable<MailFrame['documents']>,
  pageUrl: string | null,
  texts: FrameTexts,
): MailPart[] {
  if (attached) return [texts.attached(names)];
  return pageUrl === null ? [] : [{ button: texts.download, link: pageOf(pageUrl, '/invoices') }];
}

function reasonOf(template: MailTemplate, { account, role, isUser }: MailFrame): MailReason {
  const why = REASONS[template];
  if (why !== undefined) return { why };
  if (account === null) return { why: isUser ? 'user' : 'address' };
  if (role !== null) return { why: 'member', role, account };
  return { why: isUser ? 'account' : 'contact', account };
}

function sellerLines(seller: MailSeller, texts: FrameTexts, language: string) {
  const { name, address, postalCode, city, country, vatNumber, email } = seller;
  const parts = [name, address, `${postalCode} ${city}`.trim(), countryName(country, language)];
  return [
    parts.filter((part) => part !== '').join(', '),
    ...(vatNumber === null ? [] : [texts.vatNumber(vatNumber)]),
    ...(email === null ? [] : [texts.email(email)]),
  ];
}

function countryName(code: string, language: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : code;
}
