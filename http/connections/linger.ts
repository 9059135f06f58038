/**
 * Closes a connection so that the client still receives the written bytes. Further input is discarded, and then the socket is destroyed.
 */
import type { Duplex } from 'node:stream';

/**
 * Time in milliseconds for the client to read the reply and close as well.
 *
 * After an immediate close, bytes from the client would cause a reset, which discards the reply (RFC 9112, 9.6). Without a limit, a client
 * could stay connected for ever.
 */
export const LINGER_MS = 2_000;

/** Closes a connection whose reply is completely written. No further request is read from the socket. */
export function closeWithLinger(socket: Duplex, lingerMs: number): void {
  stopReading(socket);
  const destroyTimer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(destroyTimer));
  if (socket.readableEnded) socket.once('finish', () => socket.destroy());
  else socket.once('end', () => socket.destroy());
  socket.end();
}

/** Detaches Node's parser from the connection, so that further input is discarded. */
export function stopReading(socket: Duplex): void {
  socket.removeAllListeners('data');
  // A data listener also makes Node's parser release the socket.
  socket.on('data', () => {});
  socket.resume();
}
