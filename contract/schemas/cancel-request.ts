import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const CancelRequest = z
  .strictObject({
    id: Id.describe('Id of the request.'),
    now: z.int().describe('1: at once; 0: when the paid time is over.'),
    reason: z.string().nullable().meta(about('What the customer gave as the reason; null for none.', 'No longer needed.')),
    created_at: Time.describe('When it was asked for.'),
  })
  .meta({ id: 'CancelRequest', description: 'The request to cancel a service, until it is carried out or withdrawn.' });
export type CancelRequest = z.infer<typeof CancelRequest>;
