/** Ends the embedded server with the process that started it. */
import { DATA_FD } from './data-dir.ts';

export const LIFELINE_FD = 3;
/** Lock of the data directory. The server and all its children inherit it, and so hold it until the last of them ends. */
export const LOCK_FD = 7;

/**
 * Shell script between us and the server. Its arguments are the command line of the server. The script holds the other end of our pipe (the
 * lifeline). The pipe closes when our process ends by any means, including kill -9. The script then shuts the server down.
 *
 * The script repeats the signal, because a server that has just been spawned ignores it. Shells start background jobs with SIGINT ignored,
 * and PostgreSQL installs its handler later. The part that waits for the pipe closes the data directory and its lock, so that it is no holder.
 */
export const KEEPER = `
  "$@" ${LIFELINE_FD}<&- &
  server=$!
  { cat <&${LIFELINE_FD}; while kill -INT $server; do sleep 0.2; done; } >/dev/null 2>&1 ${DATA_FD}<&- ${LOCK_FD}<&- &
  watcher=$!
  wait $server
  status=$?
  kill $watcher
  exit $status
`;
