/**
 * Status texts for the owner of a server that is paused because the disk of its host is full. The second text is shown after the server has
 * resumed.
 */
import { formatMinute } from './format-minute.ts';

export function stallReason(at: Date): string {
  return `The server has been paused since ${formatMinute(at)} because the disk of its host is full. It resumes automatically when space is free. The operator has been notified.`;
}

export function stallIsOver(at: Date): string {
  return `The server was paused until ${formatMinute(at)} because the disk of its host was full. It then resumed without a restart.`;
}
