const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/u;
/** Scripts with similar letters. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Returns whether a name can be mistaken for another: it has invisible characters, or letters of two similar scripts. Pure. */
export function isMisleading(name: string): boolean {
  return INVISIBLE.test(name) || SCRIPTS.filter((script) => script.test(name)).length > 1;
}
