/** Words that must not begin a sentence, as alternatives of a pattern: rules 1 and 2 of docs/writing.md. */
export const FORBIDDEN_OPENINGS =
  'What|Whatever|Who|Whose|Whom|Whoever|That|Of|By|As|From|Until|Under|How|Why|Where|Whether|Since when';
