/** What we use of it; it has no types of its own. */
declare module 'saxon-js' {
  interface TransformOptions {
    stylesheetInternal: object;
    sourceText: string;
    destination: 'serialized';
  }
  const SaxonJS: { transform(options: TransformOptions, mode: 'sync'): { principalResult: string } };
  export default SaxonJS;
}
