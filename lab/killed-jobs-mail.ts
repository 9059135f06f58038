/** Subject of a mail that the parser of a process of killed-jobs-main.ts never ends to read. */
export const HANGING_MAIL = 'Takes all the time';
