/** Canned replies of the staff. Their placeholders, `{{name}}`, are filled in for each ticket. */

export const PLACEHOLDERS = ['name', 'ticket', 'subject', 'server', 'staff'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Value of each placeholder for a ticket, or `null` if the ticket has none. */
export type ReplyValues = Readonly<Record<Placeholder, string | null>>;

/** Text for a placeholder without a value. */
const FALLBACKS: Readonly<Record<Placeholder, string>> = {
  name: 'customer',
  ticket: '',
  subject: 'your request',
  server: 'your server',
  staff: 'Support',
};

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((one) => one === name);

/** Returns the names in braces that are not placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()).filter((name) => !isPlaceholder(name));

/** Fills in all placeholders in one pass, so that braces inside a value stay as they are. */
export const fillReply = (text: string, values: ReplyValues): string =>
  text.replaceAll(PLACEHOLDER, (all, between: string) => {
    const name = between.trim();
    return isPlaceholder(name) ? values[name] || FALLBACKS[name] : all;
  });
