/** Returns a count with its noun in the right number: `1 credit`, `2 credits`. `many`: the plural, by default with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
