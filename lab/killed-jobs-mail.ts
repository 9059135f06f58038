/** Subject of a mail on which the parser hangs in the process of `killed-jobs-main.ts`. */
export const HANGING_MAIL = 'Takes all the time';
