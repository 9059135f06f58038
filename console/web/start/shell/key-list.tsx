import { Facts } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { texts } from './texts.ts';

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  [texts.keys.palette, ['Ctrl K', '⌘ K']],
  [texts.keys.filter, ['/']],
  [texts.keys.move, ['J', 'K']],
  [texts.keys.menu, ['.']],
  [texts.keys.choose, ['X']],
  [texts.keys.goOverview, ['G O']],
  [texts.keys.goServers, ['G S']],
  [texts.keys.screen, ['S']],
  [texts.keys.help, ['?']],
];

/** Shows the dialog that lists the keyboard shortcuts. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} onClose={onClose} actions={<Button onPress={onClose}>{partTexts.close}</Button>}>
      <Facts
        rows={KEYS.map(([act, keys]) => [
          act,
          <span key={act}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>,
        ])}
      />
    </Dialog>
  );
}
