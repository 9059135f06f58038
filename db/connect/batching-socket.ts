import { Socket } from 'node:net';

/**
 * Returns a socket that sends everything written in one turn of the event loop in one write. A write takes the kernel as long as the rest
 * of a statement.
 */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (...given: unknown[]) => Socket;
  // `connect` restores the original `write`, so the writes are batched after it.
  socket.connect = ((...given: unknown[]) => batchWrites(connect(...given))) as Socket['connect'];
  return socket;
}

function batchWrites(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    socket.uncork();
  };
  // The method has overloads, which a function of its own cannot have.
  socket.write = ((...given: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(uncork);
    }
    return write(...given);
  }) as Socket['write'];
  return socket;
}
