/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. At a second signal, this process exits immediately. The child processes then stop,
 * because their supervisor is gone.
 */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
}
