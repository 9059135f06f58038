/** Errors of connections to the database, told from errors with the same codes of mail servers and gateways. */
const connectionErrors = new WeakSet<Error>();

/** Notes that an error comes from a connection to the database, and throws it. For `catch` of a promise. */
export function noteConnectionError(error: unknown): never {
  if (error instanceof Error) connectionErrors.add(error);
  throw error;
}

export const isConnectionError = (error: Error): boolean => connectionErrors.has(error);
