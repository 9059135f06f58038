/** Headers of our HTML pages. Pages load only from their own host, cannot be framed by other hosts, and send no referrer. */

const policyOf = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // Icons in style sheets, and a guest's mouse pointer.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const SHARED = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const;

export const PAGE_HEADERS = { 'content-security-policy': policyOf(PAGE_POLICY), ...SHARED } as const;

/** Headers of the page that shows a server's screen. The console shows it in a frame. */
export const VIEWER_HEADERS = {
  'content-security-policy': policyOf({ ...PAGE_POLICY, 'frame-ancestors': "'self'" }),
  ...SHARED,
} as const;

/** Permissions policy: the browser features that the console and its frame use, and three features that every script is denied. */
const PERMISSIONS = [
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'fullscreen=(self)',
  'clipboard-read=(self)',
  'clipboard-write=(self)',
  'camera=()',
  'microphone=()',
  'geolocation=()',
];

/** Headers of the console's documents. Trusted Types without a policy refuse every string that would become markup or script. */
export const CONSOLE_HEADERS = {
  'content-security-policy': policyOf({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }),
  ...SHARED,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.join(', '),
} as const;
