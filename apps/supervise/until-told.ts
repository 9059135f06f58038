/** Resolves at the first SIGINT, SIGTERM or SIGHUP. The second ends the process at once: children then end by themselves. */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    const stop = (): void => {
      if (told) process.exit(130);
      told = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
}
