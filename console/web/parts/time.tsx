import { useEffect, useState } from 'react';
import { formatDay, formatUtc } from './format.ts';

/** Shows a time in the reader's time zone, with UTC in its title. */
export function Time({ at, format = formatDay }: { at: string; format?: (at: string) => string }) {
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {format(at)}
    </time>
  );
}

/** Returns the current time in milliseconds, and renders again every `intervalMs`. `null` stops the clock. */
export function useNow(intervalMs: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
