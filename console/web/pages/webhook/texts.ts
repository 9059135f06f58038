/** Texts of the page of a webhook. */
import type { EventDelivery } from '@innkeeper/sdk/index';

export const DELIVERY_STATES: Record<EventDelivery['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const texts = {
  moreActions: 'More actions',
  failingNote: (since: string) =>
    `All attempts have failed since ${since}. Each delivery is tried for 3 days. After 3 days without a success the webhook is disabled.`,
  disabledNote:
    'This webhook is disabled, because its receiver did not answer for 3 days or answered 410. Enable it once the receiver works.',
  facts: { url: 'URL', events: 'Events', created: 'Added', previous: 'Previous secret' },
  previousUntil: (time: string) => `also signs until ${time}`,
  receiver: 'Receiver',
  deliveries: 'Deliveries',
  status: 'Status',
  views: { all: 'All', pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  noDelivery: 'Nothing was sent yet. A test shows if the receiver answers.',
  noMatch: 'No delivery has this status.',
  clear: 'Clear filter',
  more: 'Show more',
  ofEvent: (number: number) => `event ${number}`,
  testEvent: 'Test',
  resetEvent: 'Events are missing',
  tries: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  nextTry: (time: string) => `next attempt at ${time}`,
  replay: 'Replay',
  body: 'Body',
  attempts: 'Attempts',
  answer: 'Answer',
  noAnswer: 'There was no answer.',
  emptyAnswer: 'The answer was empty.',
  answered: (status: number, duration: string) => `${status} after ${duration}`,
  unanswered: (duration: string) => `no answer after ${duration}`,
} as const;
