/** Parses server-sent events. */

export interface EventFrame {
  /** Id of the event, or `undefined` if the frame has none. A frame may consist of an id alone. */
  id: string | undefined;
  /** Time in milliseconds to wait before reconnecting, or `undefined` if the frame sets none. */
  retry: number | undefined;
  /** Data, or `undefined` in a frame that only sets the id or the retry time. */
  data: string | undefined;
}

/** Returns a parser. Each call takes the next piece of the received text, and returns the frames that this piece completes. */
export function openFrameParser(): (text: string) => EventFrame[] {
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
