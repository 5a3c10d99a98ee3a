import type { Challenge } from '@waymark/api-contract';
import { Plural, Trans } from '@lingui/react/macro';
import { useFormatLocale, useSession } from '@waymark/remote';
import { useState } from 'react';
import { browserZone, daysUntil, formatWindow } from './challenge-window.ts';

/** The zone in which a challenge is shown: the member's, or the browser's for visitors. */
export const useOwnZone = (): string => useSession().user?.time_zone || browserZone();

/** From when to when a challenge runs. */
export function WindowText({ challenge }: { challenge: Challenge }) {
  const locale = useFormatLocale();
  const ownZone = useOwnZone();
  return <span data-untranslated="">{formatWindow(challenge, { locale, ownZone })}</span>;
}

/** How long it still is: '5 days left', 'starts in 3 days'. */
export function TimeLeft({ challenge }: { challenge: Challenge }) {
  const ownZone = useOwnZone();
  const [now] = useState(() => new Date());
  if (challenge.state === 'past')
    return challenge.is_final ? <Trans>Final results</Trans> : <Trans>Ended, results are provisional</Trans>;
  const days = daysUntil(challenge, now, ownZone);
  if (challenge.state === 'upcoming')
    return <Plural value={days} _0="Starts today" one="Starts tomorrow" other="Starts in # days" />;
  return <Plural value={days} _0="Last day" one="# day left" other="# days left" />;
}
