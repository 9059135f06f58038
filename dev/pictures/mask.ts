/** Masks secrets in the output of commands, so that no picture shows one. */

/** A token keeps its first characters, by which lists name it. A link keeps its address. */
const SECRETS = /\b(ik[as]?_\w{4})\w{36}|(\/enter#)[\w-]+/g;

/** Returns the output with `...` in place of each secret: tokens, and links that sign in to the console. */
export function maskSecrets(output: string): string {
  return output.replaceAll(SECRETS, (_, token: string | undefined, link: string | undefined) => `${token ?? link}...`);
}
