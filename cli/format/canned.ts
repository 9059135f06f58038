/** Formats canned replies. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

const SHOWN = 60;

export const formatCannedList = (reply: OperatorReply<'listCanned'>): string =>
  formatPage(
    reply,
    {
      KEY: ({ key }) => key,
      CHANGED: ({ updated_at }) => updated_at,
      TEXT: ({ text }) => (text.split('\n')[0] ?? '').slice(0, SHOWN),
    },
    'There are no canned replies.',
  );

export const formatCanned = ({ key, text }: OperatorReply<'showCanned'>): string => `${key}:\n\n${text}`;

export const formatRemovedCanned = ({ key }: OperatorReply<'removeCanned'>): string => `Canned reply ${key} was removed.`;
