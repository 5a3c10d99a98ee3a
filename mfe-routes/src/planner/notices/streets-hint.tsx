import { Trans } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';
import { useEffect, useState } from 'react';

const KEY = 'waymark.streets_hint';

function isSeen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage the hint would come again on each visit: none is better.
    return true;
  }
}

/** How streets come into a map that has none: said once in this browser. */
export default function StreetsHint() {
  const [isOpen, setIsOpen] = useState(() => !isSeen());
  useEffect(() => {
    try {
      localStorage.setItem(KEY, 'seen');
    } catch {
      // Then it was not shown.
    }
  }, []);
  if (!isOpen) return null;
  return (
    <Banner
      kind="info"
      action={
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(false)}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <Trans>
        No streets on this map yet. They appear once whoever runs this site imports a region or adds a map
        service.
      </Trans>
    </Banner>
  );
}
