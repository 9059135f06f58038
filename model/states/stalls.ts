/** What the owner of a server reads while its guest is paused, and afterwards, because the disk of its host is full. */
import { momentOf } from './moment.ts';

export function stallReason(at: Date): string {
  return `The server has been paused since ${momentOf(at)} because the disk of its host is full. It resumes automatically when space is free. The operator has been notified.`;
}

export function stallIsOver(at: Date): string {
  return `The server was paused until ${momentOf(at)} because the disk of its host was full. It then resumed without a restart.`;
}
