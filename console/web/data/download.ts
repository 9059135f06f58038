/** Files that the API makes, saved by the browser. */
import type { FileReply } from '@innkeeper/sdk/index';

/** Time after which the browser has surely begun to save the file. */
const SAVED_MS = 60_000;

/** Saves a file as a press on a link to it would. `name` is used if the API gives none. */
export function saveFile({ content, name }: FileReply, otherwise: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}
