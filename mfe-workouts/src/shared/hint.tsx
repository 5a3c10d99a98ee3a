import { Trans } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';
import { useState, type ReactNode } from 'react';

const KEY = 'waymark.hints';
/** The stops of the tour. */
type HintName = 'all-workouts' | 'select-part' | 'open-bar';

function seen(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    // Without storage a hint would come again on each page: none is better.
    return ['all-workouts', 'select-part', 'open-bar'];
  }
}

/** A hint for who is new here, until it was read: once in this browser. */
export function Hint({ name, children }: { name: HintName; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => !seen().includes(name));
  if (!isOpen) return null;
  const close = () => {
    setIsOpen(false);
    try {
      localStorage.setItem(KEY, JSON.stringify([...new Set([...seen(), name])]));
    } catch {
      // It is read for now.
    }
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
