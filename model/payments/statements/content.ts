/** Equal content of two bookings: the same payer, and the same numbers of ours in the text. */
import { proformNumbers } from '../../invoices/document.ts';
import { findReferences } from '../reference.ts';
import type { StatementLine } from '../statement-line.ts';

/** A credit of the table, as far as an import compares it. */
export interface StoredLine extends Pick<StatementLine, 'account' | 'statement' | 'line' | 'bookedOn' | 'amount' | 'currency'> {
  id: number;
  payer: string;
  payerIban: string;
  text: string;
  /** Reference of the bank, or `null` for a bank that gives none, and for rows from before references. */
  reference: string | null;
  paymentId: number | null;
}

export interface Content {
  iban: string;
  name: string;
  /** Keys of the text. A line of a file also has the key of its text as earlier versions read it. */
  texts: readonly string[];
}

/** Returns our payment and pro forma numbers in the text, else the text without blanks. */
function textKey(text: string): string {
  const numbers = [...findReferences(text), ...proformNumbers(text).map(String)].sort();
  return numbers.length > 0 ? `n ${numbers.join(' ')}` : `t ${text.replace(/\s/g, '')}`;
}

export function contentOf(one: Pick<StoredLine, 'payer' | 'payerIban' | 'text'> & { formerText?: string }): Content {
  const texts = [one.text, ...(one.formerText === undefined || one.formerText === one.text ? [] : [one.formerText])];
  return {
    iban: one.payerIban.replace(/\s/g, '').toUpperCase(),
    name: one.payer.replace(/\s/g, ''),
    texts: [...new Set(texts.map(textKey))],
  };
}

/** Returns whether the payers are equal, by IBAN if both have one, else by name, and a key of the texts. */
export function hasEqualContent(a: Content, b: Content): boolean {
  const samePayer = a.iban && b.iban ? a.iban === b.iban : a.name === b.name;
  return samePayer && a.texts.some((text) => b.texts.includes(text));
}
