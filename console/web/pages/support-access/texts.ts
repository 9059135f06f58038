/** Texts of the page of consents to the support. */
import type { SupportAccess } from '@innkeeper/sdk/index';

export const SCOPE_WORDS: Record<SupportAccess['scope'], string> = {
  read: 'Read',
  write: 'Read and operate servers',
};

export const SCOPE_WHAT: Record<SupportAccess['scope'], string> = {
  read: 'The support sees what you see here, and changes nothing.',
  write: 'The support can also start, stop and repair servers.',
};

export const texts = {
  title: 'Support access',
  what: 'With your consent the support can act in your account for some hours. It can never pay, manage people or see secrets. The audit log names each act and its person.',
  empty: 'The support has no consent to act in your account.',
  allow: 'Let the support in',
  active: 'Active',
  ended: 'Ended',
  expired: 'Expired',
  endedAt: (time: string) => `ended ${time}`,
  until: (time: string) => `until ${time}`,
  forTicket: (id: number) => `for ticket ${id}`,
  nobody: 'a former member',
  end: 'End',
  endOf: (id: number) => `End consent ${id}`,
  endedNow: 'The consent is ended. The support is refused from now on.',
  duration: 'Duration',
  hours: (hours: number) => (hours === 1 ? '1 hour' : hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`),
  scope: 'Scope',
  ticket: 'Related ticket',
  noTicket: 'None',
  ticketOf: (id: number, subject: string) => `${id}: ${subject}`,
  present: 'Now',
  earlier: 'Earlier consents',
} as const;
