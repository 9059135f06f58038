/** Returns the file name of a URL without its ending: `debian-13-netinst`. Empty if there is none. Pure. */
export function nameOfUrl(url: string): string {
  if (!URL.canParse(url)) return '';
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return decode(file).replace(/\.iso$/i, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
