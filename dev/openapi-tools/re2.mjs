// Which of a JSON list of patterns (standard input) RE2 refuses: prints a JSON list of [pattern, why].
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
