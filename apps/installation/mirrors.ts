/** Mirrors as the operator names them to `up --allow-mirror`, as the home keeps them and as processes are told. */
import { type Endpoint, formatEndpoint, parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { Refusal } from '../terminal/refusal.ts';

export function parseMirrors(texts: readonly string[]): Endpoint[] {
  const mirrors = texts.map((text) => {
    const mirror = parseEndpoint(text);
    if (mirror) return mirror;
    const why = 'one IP address (none that is link-local, multicast or made of another) and one port';
    throw new Refusal(`--allow-mirror takes ${why}, like 10.0.0.5:8080 or [fd00::5]:8080, not "${text}".`, 2);
  });
  return [...new Map(mirrors.map((mirror) => [formatEndpoint(mirror), mirror])).values()];
}
