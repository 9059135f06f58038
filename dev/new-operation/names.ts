/** Names that the files of an operation share. */

/** Returns the file name of a group or resource: `ssh-keys` for `SSH Keys`. */
export const fileOf = (group: string): string => group.toLowerCase().split(/\s+/).join('-');

/** Converts a name to kebab case: `restartServer` becomes `restart-server`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the verb of an operation, and words that its resource does not contain: `update-ssh-keys` for `updateServerSshKeys`. */
export function verbOf(name: string, resource: string): string {
  const mentioned = new Set(resource.split('-').flatMap((word) => [word, word.replace(/s$/, '')]));
  return kebab(name)
    .split('-')
    .filter((word, i) => i === 0 || !mentioned.has(word))
    .join('-');
}

/** Returns the names of the parameters of a path. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** Returns the name under which a function gets the row: `sshKey` for `ssh_key`. */
export function rowName(kind: string): string {
  return kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a title: `Restore server` for `restoreServer`. */
export function titleOf(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
