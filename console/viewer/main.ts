/** The page that shows the screen of a server. */
import RFB from '@novnc/novnc';
import { translateKeys, typeText } from './keyboard.ts';
import { LAYOUTS, type LayoutKey } from './layouts.ts';
import { type Connection, type Renewed, runSession, type SessionState } from './session.ts';

const STATES: Record<SessionState, string> = {
  connecting: 'Connecting ...',
  connected: 'Connected',
  off: 'The server is off. Its screen appears when it is started.',
  lost: 'The connection is lost. Trying again ...',
  ended: 'This page is no longer valid. Open the screen of the server again.',
};
/** Frames of a tab share one storage. The console therefore gives each frame a name (`window.name`) that depends on its server. */
const STORAGE_KEY = window.name === '' ? 'console-secret' : `console-secret:${window.name}`;
const LAYOUT = 'console-layout';

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const screen = element('screen');
const dialog = element<HTMLDialogElement>('text-dialog');
const text = element<HTMLTextAreaElement>('text');
const problem = element('text-problem');
const layout = element<HTMLSelectElement>('layout');
const textLayout = element<HTMLSelectElement>('text-layout');
let rfb: RFB | undefined;
let guestClipboard = '';

const send = (keysym: number, code: string, down: boolean): void => rfb?.sendKey(keysym, code, down);

/**
 * Moves the secret from the address bar to the storage of this tab. A copied URL then has no secret, and a reload reads the secret from the
 * storage.
 */
function takeSecret(): string | null {
  const given = location.hash.slice(1);
  if (given !== '') {
    sessionStorage.setItem(STORAGE_KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(STORAGE_KEY);
}

async function renew(secret: string): Promise<Renewed | 'refused' | 'busy'> {
  const reply = await fetch(`v1/console/${encodeURIComponent(secret)}/renew`, { method: 'POST' });
  if (reply.ok) return (await reply.json()) as Renewed;
  return reply.status === 404 || reply.status === 403 ? 'refused' : 'busy';
}

function connect(secret: string): Connection {
  const address = new URL(`v1/console/${secret}`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const next = new RFB(screen, address.href, { shared: true });
  next.scaleViewport = true;
  next.background = '#000';
  next.addEventListener('clipboard', ({ detail }) => {
    guestClipboard = detail.text;
    element('copy').hidden = guestClipboard === '';
  });
  rfb = next;
  return {
    opened: new Promise((resolve) => next.addEventListener('connect', () => resolve())),
    closed: new Promise((resolve) => next.addEventListener('disconnect', () => resolve())),
    close: () => next.disconnect(),
  };
}

function showState(state: SessionState, server: Renewed['server'] | undefined): void {
  element('state').textContent = STATES[state];
  document.body.dataset.state = state;
  if (server) {
    element('server').textContent = server.hostname;
    document.title = `Screen of ${server.hostname}`;
  }
  for (const id of ['ctrl-alt-del', 'open-text', 'type']) element<HTMLButtonElement>(id).disabled = state !== 'connected';
  if (state === 'connected') rfb?.focus();
  // The console around the frame offers to open the screen again after the secret expires.
  if (parent !== window) parent.postMessage({ screen: state }, location.origin);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

let sessionController = new AbortController();
function start(): void {
  sessionController.abort();
  sessionController = new AbortController();
  const secret = takeSecret();
  if (secret === null) {
    showState('ended', undefined);
    return;
  }
  const keep = (next: string): void => sessionStorage.setItem(STORAGE_KEY, next);
  const parts = { renew, connect, sleep, tell: showState, keep };
  void runSession(secret, parts, sessionController.signal);
}

const chosen = (select: HTMLSelectElement): LayoutKey | null => (select.value in LAYOUTS ? (select.value as LayoutKey) : null);

for (const [key, { name }] of Object.entries(LAYOUTS)) {
  layout.add(new Option(name, key));
  textLayout.add(new Option(name, key));
}
layout.value = localStorage.getItem(LAYOUT) ?? '';
textLayout.value = chosen(layout) ?? 'us';
layout.addEventListener('change', () => {
  localStorage.setItem(LAYOUT, layout.value);
  textLayout.value = chosen(layout) ?? textLayout.value;
  rfb?.focus();
});
translateKeys(screen, () => chosen(layout), send);

element('ctrl-alt-del').addEventListener('click', () => {
  rfb?.sendCtrlAltDel();
  rfb?.focus();
});
element('reconnect').addEventListener('click', start);
element('full-screen').addEventListener('click', () => {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen().then(() => rfb?.focus());
});
element('open-text').addEventListener('click', () => {
  problem.textContent = '';
  dialog.showModal();
  text.focus();
});
dialog.addEventListener('close', () => {
  text.value = '';
  rfb?.focus();
});
element('paste').addEventListener('click', () => {
  navigator.clipboard.readText().then(
    (pasted) => {
      text.value += pasted;
    },
    () => {
      problem.textContent = 'The browser does not let this page read the clipboard. Paste with Ctrl-V here.';
    },
  );
});
element('copy').addEventListener('click', () => void navigator.clipboard.writeText(guestClipboard));
element('type').addEventListener('click', () => {
  // A guest with a clipboard agent also receives the text as its clipboard.
  rfb?.clipboardPasteFrom(text.value);
  const typed = typeText(text.value, chosen(textLayout) ?? 'us', send);
  void typed.then((unknown) => {
    if (unknown.length === 0) dialog.close();
    else problem.textContent = `This layout has no key for ${unknown.join(' ')}. All other characters were typed.`;
  });
});
addEventListener('hashchange', start);
start();
