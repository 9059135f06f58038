// Reads a JSON list of patterns (standard input), and prints those that RE2 refuses as a JSON list of [pattern, reason].
import { text } from 'node:stream/consumers';
import { RE2JS } from 're2js';

const refused = JSON.parse(await text(process.stdin)).flatMap((pattern) => {
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    return [[pattern, error.message]];
  }
});
console.log(JSON.stringify(refused));
