/** The API as the console calls it: by the session's cookie, from the page's own origin. */
import { createClient } from '@innkeeper/sdk/index';

export const client = createClient({ baseUrl: '/v1' });

/** The first part of every URL of the API, for the calls that a person copies. */
export const apiUrl = (): string => `${location.origin}/v1`;
