import { expect, test } from 'vitest';
import { isClosable } from './alerts.ts';

test.each([
  'mailbox_away',
  'mail_too_large',
  'scanner_away',
  'firewalls_failed',
  'job_condition_failed',
  'payment_unknown',
  'payment_disputed',
])('%s closes automatically', (kind) => expect(isClosable(kind)).toBe(false));

test.each([
  'mail_loop',
  'mail_unreadable',
  'mail_failed',
  'dispute_unknown',
  'webhook_secret_unreadable',
  'of_another_version',
  'toString',
])('%s must be closed by a person', (kind) => expect(isClosable(kind)).toBe(true));
