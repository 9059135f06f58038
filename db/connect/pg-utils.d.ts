/** How `pg` writes parameters; a part of the package without types. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** Text, bytes, or null; of lists and objects as of single values. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
