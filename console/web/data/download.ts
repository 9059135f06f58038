/** Saves files of the API through the browser. */
import type { FileReply } from '@innkeeper/sdk/index';

/** Time in milliseconds after which the browser has surely started to save the file. */
const SAVED_MS = 60_000;

/** Saves a file like a click on its link. `otherwise` is the name if the API gives none. */
export function saveFile({ content, name }: FileReply, otherwise: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}
