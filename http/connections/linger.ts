/** Closes a connection so that the client still gets what was written: further input is discarded, then the socket is destroyed. */
import type { Duplex } from 'node:stream';

/**
 * Time for the client to read the reply and close as well. If we closed at once, bytes it sent meanwhile would be met with a reset,
 * which takes the reply from it (RFC 9112, 9.6); without a limit it could stay for ever.
 */
export const LINGER_MS = 2_000;

/** All of the reply must have been written. No further request is read from the socket. */
export function closeWithLinger(socket: Duplex, lingerMs: number): void {
  stopReading(socket);
  const gone = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(gone));
  if (socket.readableEnded) socket.once('finish', () => socket.destroy());
  else socket.once('end', () => socket.destroy());
  socket.end();
}

/** Detaches Node's parser from the connection: further input is discarded. */
export function stopReading(socket: Duplex): void {
  socket.removeAllListeners('data');
  // A listener of our own also makes Node's parser release the socket.
  socket.on('data', () => {});
  socket.resume();
}
