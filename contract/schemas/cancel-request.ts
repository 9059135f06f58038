import { z } from 'zod';
import { Id, Time } from './primitives.ts';

export const CancelRequest = z
  .strictObject({
    id: Id,
    now: z.int().describe('1: at once; 0: when the paid time ends.'),
    reason: z.string(),
    created_at: Time,
  })
  .meta({ id: 'CancelRequest' });
export type CancelRequest = z.infer<typeof CancelRequest>;
