/** Languages that all mails to customers exist in. English comes first, and replaces other languages. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];
