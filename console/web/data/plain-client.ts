/** Client for the sign-in itself. The API refuses a wrong password with 401, which does not end a session. */
import { createClient } from '@innkeeper/sdk/index';
import { MAX_WAIT_MS } from './refusals.ts';

export const plainClient = createClient({ baseUrl: '/v1', maxWait: MAX_WAIT_MS });
