declare module '*.module.css' {
  /** Class names by their name in the file. */
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';
declare module '*.svg?no-inline' {
  /** URL of the built file. */
  const url: string;
  export default url;
}
