/** Paths that several parts of the server know. */

/** Beginning of all paths of the API. */
export const PREFIX = '/v1';

/** Only path with WebSockets. */
export const CONSOLE_PATH = '/v1/console/';
