/** How a connection ends that is of no more use: what was written arrives, what still comes is not listened to, and then it is gone. */
import type { Duplex } from 'node:stream';

/**
 * For the answer to be taken and the client to hang up as well. Closed at once, the bytes that it sent meanwhile would be
 * answered with a reset, which takes the answer from it (RFC 9112, 9.6). Left to the client, it could stay for ever.
 */
export const LINGER_MS = 2_000;

/** `socket`: with all its answer written, or on its way. No request is read from it any more. */
export function hangUp(socket: Duplex, lingerMs: number): void {
  stopReading(socket);
  const gone = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(gone));
  if (socket.readableEnded) socket.once('finish', () => socket.destroy());
  else socket.once('end', () => socket.destroy());
  socket.end();
}

/** Takes the connection away from Node's parser: whatever still comes is dropped. */
export function stopReading(socket: Duplex): void {
  socket.removeAllListeners('data');
  // A listener of ours is also what makes Node's parser let go.
  socket.on('data', () => {});
  socket.resume();
}
