/** Marks errors of database connections, to distinguish them from errors of mail servers and gateways with the same codes. */
const connectionErrors = new WeakSet<Error>();

/** Marks an error as an error of a database connection, and throws it. Pass this function to `catch` of a promise. */
export function markConnectionError(error: unknown): never {
  if (error instanceof Error) connectionErrors.add(error);
  throw error;
}

export const isConnectionError = (error: Error): boolean => connectionErrors.has(error);
