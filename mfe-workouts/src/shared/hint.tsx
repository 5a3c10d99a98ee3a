import { Trans } from '@lingui/react/macro';
import { parseStored, readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { Banner, Button } from '@waymark/ui';
import { useState, type ReactNode } from 'react';

/** The stops of the tour. */
const HINT_NAMES = ['all-workouts', 'select-part', 'open-bar'] as const;
type HintName = (typeof HINT_NAMES)[number];

function readSeenHints(): readonly string[] {
  const stored = readLocal('waymark.hints');
  // Where the browser refuses storage a hint would come again on each page: none is better.
  if (stored === undefined) return HINT_NAMES;
  const names = parseStored(stored);
  return Array.isArray(names) ? names.map(String) : [];
}

/** A hint for who is new here, until it was read: once in this browser. */
export function Hint({ name, children }: { name: HintName; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => !readSeenHints().includes(name));
  if (!isOpen) return null;
  const close = () => {
    setIsOpen(false);
    writeLocal('waymark.hints', JSON.stringify([...new Set([...readSeenHints(), name])]));
  };
  return (
    <div data-print="hide">
      <Banner
        kind="info"
        action={
          <Button size="sm" variant="quiet" onClick={close}>
            <Trans>Got it</Trans>
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  );
}
