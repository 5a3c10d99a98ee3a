import { Trans } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import type { ReactNode } from 'react';
import { usePlace, useSession, useSettings } from '../app/context.ts';
import { signupHref } from '../header/menus.ts';
import { addressOf } from '../app/place.ts';
import { HOME_PATH } from '../app/session-state.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Sheet } from './sheet.tsx';

export default function Home() {
  const settings = useSettings();
  const member = isSignedIn(useSession());
  const from = addressOf(usePlace());
  const country = settings.country?.toLowerCase() ?? '';
  const cityPath = `/${settings.appConfig.countries.includes(country) ? country : 'us'}`;
  return (
    <div className="wm-home">
      <section className="wm-h-hero">
        <div className="wm-h-hero-text">
          <h1>
            <Trans>Your runs, rides and hikes, on the map and in numbers.</Trans>
          </h1>
          <p>
            <Trans>Drop in a file from your watch and see where you went, how high and how fast.</Trans>
          </p>
          <div className="wm-h-hero-actions">
            {member ? (
              <HostLink className="wm-button" data-variant="primary" data-size="lg" href={HOME_PATH}>
                <Trans>Go to your dashboard</Trans>
              </HostLink>
            ) : (
              <HostLink className="wm-button" data-variant="primary" data-size="lg" href={signupHref(from)}>
                <Trans>Sign up</Trans>
              </HostLink>
            )}
            <HostLink className="wm-button" data-variant="outline" data-size="lg" href={cityPath} fullLoad>
              <Trans>Find your city</Trans>
            </HostLink>
          </div>
        </div>
        <Sheet />
      </section>
      <section className="wm-h-points">
        <Point title={<Trans>Import your files</Trans>}>
          <Trans>FIT, GPX and TCX, one by one or a whole zip, from any watch, phone or bike computer.</Trans>
        </Point>
        <Point title={<Trans>See your numbers</Trans>}>
          <Trans>
            Splits, climbs, pace and heart rate beside the map, each worked out in a way you can read.
          </Trans>
        </Point>
        <Point title={<Trans>Keep your data</Trans>}>
          <Trans>You choose who sees each workout, and what you bring stays yours to take along.</Trans>
        </Point>
      </section>
    </div>
  );
}

const Point = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="wm-h-point">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
);
