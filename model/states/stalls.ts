/** What the owner of a server reads while its guest is paused, and afterwards, because the disk of its host is full. */
import { momentOf } from './moment.ts';

export function stallReason(at: Date): string {
  return `The server has been paused since ${momentOf(at)}: the disk of its host is full. It resumes automatically once there is room. The operator has been informed.`;
}

export function stallIsOver(at: Date): string {
  return `The server was paused for a while, until ${momentOf(at)}, because the disk of its host was full. It resumed where it was.`;
}
