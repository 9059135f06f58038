/** Texts that the staff answers with again and again. Their placeholders, `{{name}}`, are filled in for each ticket. */

export const PLACEHOLDERS = ['name', 'ticket', 'subject', 'server', 'staff'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What is known of a ticket; null: nothing. */
export type ReplyValues = Readonly<Record<Placeholder, string | null>>;

/** Where nothing is known. */
const INSTEAD: Readonly<Record<Placeholder, string>> = {
  name: 'customer',
  ticket: '',
  subject: 'your request',
  server: 'your server',
  staff: 'Support',
};

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((one) => one === name);

/** What stands in braces and is no placeholder. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()).filter((name) => !isPlaceholder(name));

/** In one pass: braces in a value stay as they are. */
export const fillReply = (text: string, values: ReplyValues): string =>
  text.replaceAll(PLACEHOLDER, (all, between: string) => {
    const name = between.trim();
    return isPlaceholder(name) ? values[name] || INSTEAD[name] : all;
  });
