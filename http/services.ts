/** What the process has for handlers besides the database. */
import type { Streams } from './live/streams.ts';

export interface Services {
  readonly streams: Streams;
}
