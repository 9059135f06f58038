/** What the owner of a guest reads that stands still, or stood still, because the disk of its host is full. */
import { momentOf } from './moment.ts';

export function stallReason(at: Date): string {
  return `The server stands still since ${momentOf(at)}: the disk of its host is full. It goes on by itself once there is room; the operator has been told.`;
}

export function stallIsOver(at: Date): string {
  return `The server stood still for a while, until ${momentOf(at)}, because the disk of its host was full. It went on where it was.`;
}
