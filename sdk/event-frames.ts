/** A parser of server-sent events. */

export interface EventFrame {
  /** The last id so far; a frame may have an id alone. */
  id: string | undefined;
  /** Milliseconds to wait before reconnecting, as the server asks. */
  retry: number | undefined;
  /** Undefined in a frame that only sets the id or the retry time. */
  data: string | undefined;
}

/** Takes the text as it arrives, and yields the frames that are complete. */
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
