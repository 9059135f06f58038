/** Types of the used part of this package, which has none. */
declare module 'saxon-js' {
  interface TransformOptions {
    stylesheetInternal: object;
    sourceText: string;
    destination: 'serialized';
  }
  const SaxonJS: { transform(options: TransformOptions, mode: 'sync'): { principalResult: string } };
  export default SaxonJS;
}
