/** Messages between the tabs of this browser. All tabs share one cookie, and therefore one person and account. */
const CHANNEL = 'innkeeper-session';

/** `changed`: another session or account. `signed-out`: the person has signed out, so nothing of theirs stays in this browser. */
export type TabMessage = 'changed' | 'signed-out';

/** True if this tab is leaving. A channel also reaches listeners of its own tab, which must not reload. */
let hasLeft = false;

export const isLeaving = (): boolean => hasLeft;

/** Reloads this tab at `to`, and tells the others. */
export function reloadAllTabs(to: string, message: TabMessage = 'changed'): void {
  hasLeft = true;
  tellOtherTabs(message);
  location.assign(to);
}

export function tellOtherTabs(message: TabMessage = 'changed'): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Calls `onMessage` for each message of another tab. Returns a function that stops this. */
export function listenToTabs(onMessage: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!hasLeft) onMessage(data);
  };
  return () => channel.close();
}
