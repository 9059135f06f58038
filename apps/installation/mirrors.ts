/** Mirrors as the operator names them to `up --allow-mirror`, as the home keeps them and as processes are told. */
import { type Mirror, mirrorText, parseMirror } from '@innkeeper/model/mirrors';
import { Refusal } from '../terminal/refusal.ts';

export function parseMirrors(texts: readonly string[]): Mirror[] {
  const mirrors = texts.map((text) => {
    const mirror = parseMirror(text);
    if (mirror) return mirror;
    const why = 'one IP address (none that is link-local, multicast or made of another) and one port';
    throw new Refusal(`--allow-mirror takes ${why}, like 10.0.0.5:8080 or [fd00::5]:8080, not "${text}".`, 2);
  });
  return [...new Map(mirrors.map((mirror) => [mirrorText(mirror), mirror])).values()];
}
