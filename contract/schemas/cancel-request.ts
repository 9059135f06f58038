import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const CancelRequest = z
  .strictObject({
    id: Id.describe('Id of the request.'),
    now: z.int().describe('1 for an immediate cancellation, 0 for the end of the paid time.'),
    reason: z.string().nullable().meta(about('Reason given by the customer, or null if there is none.', 'No longer needed.')),
    created_at: Time.describe('Time of the request.'),
  })
  .meta({ id: 'CancelRequest', description: 'The cancellation of a service, until it takes effect or is withdrawn.' });
export type CancelRequest = z.infer<typeof CancelRequest>;
