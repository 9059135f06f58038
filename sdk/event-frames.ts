/** Takes a stream of server-sent events apart. */

export interface EventFrame {
  /** The last id so far; it may come in a frame of its own. */
  id: string | undefined;
  /** Milliseconds after which the server wants to be asked again. */
  retry: number | undefined;
  /** Undefined for a frame that only sets the id or the retry time. */
  data: string | undefined;
}

/** Feed it text as it comes; it gives the frames that are whole. */
export function frameCutter(): (text: string) => EventFrame[] {
  let rest = '';
  return (text) => {
    rest += text;
    const parts = rest.split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    return parts.map(frameOf);
  };
}

function frameOf(text: string): EventFrame {
  const frame: EventFrame = { id: undefined, retry: undefined, data: undefined };
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'id') frame.id = value;
    if (name === 'retry' && /^\d+$/.test(value)) frame.retry = Number(value);
    if (name === 'data') frame.data = frame.data === undefined ? value : `${frame.data}\n${value}`;
  }
  return frame;
}
