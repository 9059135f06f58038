/** Explains failures of apt to the operator: which package, from which host, and why. Pure. */

export interface FetchFailure {
  host: string;
  /** Package name, or the file's name if it is not a package. */
  name: string;
  why: string;
}

/** Lists the files that apt could not fetch, in the order of its messages, each once. */
export function parseFetchFailures(output: string): FetchFailure[] {
  const found = [...output.matchAll(/^[EW]: Failed to fetch (\S+?:\/\/\S+)\s+(.*)$/gm)].map(([, address = '', why = '']) => ({
    host: URL.canParse(address) ? new URL(address).host : address,
    name: nameOf(address),
    why: printable(why.replace(/\s*\[IP: [^\]]*\]/, '')),
  }));
  return found.filter((one, i) => found.findIndex(({ host, name }) => host === one.host && name === one.name) === i);
}

/**
 * Returns the last errors of apt, dpkg, mmdebstrap or a script, at most 600 characters. Without lines marked as errors, returns the last
 * lines.
 */
export function lastErrors(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map(printable)
    .filter((line) => line !== '');
  const errors = lines.filter((line) => /^(E|Err|error|dpkg|[\w.-]+: error)\b.*:/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-4).join('; ').slice(-600);
}

/**
 * Returns a message such as `apt could not fetch libc6 from deb.example.org: 404 Not Found; and 2 more`. Without such a failure, returns
 * the last errors.
 */
export function explainApt(output: string): string {
  const [first, ...more] = parseFetchFailures(output);
  if (first === undefined) return lastErrors(output) || 'apt gave no reason';
  const others = more.length === 0 ? '' : `; and ${more.length} more`;
  return `apt could not fetch ${first.name} from ${first.host}: ${first.why}${others}`;
}

/** Returns `busybox-static` for `.../busybox-static_1.35.0-4_amd64.deb`. Other files are named by the end of their path. */
function nameOf(address: string): string {
  const file = address.split('/').at(-1) ?? '';
  return file.endsWith('.deb') ? (file.split('_')[0] ?? file) : address.split('/').slice(-2).join('/');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /\u001b\[[0-9;]*[A-Za-z]|[\u0000-\u001f\u007f-\u009f]/g;

const printable = (text: string): string => text.replace(CONTROL, ' ').replace(/ +/g, ' ').trim();
