/** Client for the sign-in itself. The API refuses a wrong password with 401, which does not end a session. */
import { createClient } from '@innkeeper/sdk/index';

export const plainClient = createClient({ baseUrl: '/v1' });
