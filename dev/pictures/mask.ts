/** Masks secrets in the output of commands, so that no picture shows one. */

/** Secrets. A token keeps its first characters, which lists show too. A link keeps its address. */
const SECRETS = /\b(ik[as]?_\w{4})\w{36}|(\/enter#)[\w-]+/g;

/** Returns the output with `...` instead of each secret: tokens, and links that sign in to the console. */
export function maskSecrets(output: string): string {
  return output.replaceAll(SECRETS, (_, token: string | undefined, link: string | undefined) => `${token ?? link}...`);
}
