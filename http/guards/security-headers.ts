/** Security headers for the API. A browser must not frame, sniff, cache or execute its replies. */
import type { Guard } from '../request/context.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const YEAR_SECONDS = 31_536_000;

export const securityHeaders: Guard = ({ client, reply }) => {
  reply.headers(HEADERS);
  if (client.secure) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  return undefined;
};
