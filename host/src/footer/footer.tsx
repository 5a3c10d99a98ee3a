import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import type { ReactNode } from 'react';
import { useApp, useSession, useSettings } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { goTo } from '../location/go.ts';
import { HostLink } from '../controls/host-link.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function Footer() {
  const { t } = useLingui();
  const settings = useSettings();
  const member = isSignedIn(useSession());
  return (
    <footer className="wm-h-footer" data-print="hide">
      <div className="wm-h-footer-row">
        <Column title={t`Help`}>
          {member ? (
            <HostLink href="/account/settings">
              <Trans>Account Settings</Trans>
            </HostLink>
          ) : (
            <HostLink href="/auth/login">
              <Trans>Log In / Register</Trans>
            </HostLink>
          )}
          <HostLink href="/privacy_center/help">
            <Trans>Privacy Center</Trans>
          </HostLink>
          <a href={settings.supportLink}>
            <Trans>Support</Trans>
          </a>
          <a href={settings.developerLink}>
            <Trans>Developer/API</Trans>
          </a>
        </Column>
        <Column title={t`About`}>
          <HostLink href="/mvp">
            <Trans>Premium</Trans>
          </HostLink>
          <a href={settings.contactLink}>
            <Trans>Contact Us</Trans>
          </a>
          <a href={settings.jobsLink}>
            <Trans>Join Our Team</Trans>
          </a>
        </Column>
        <Column title={t`Connect`}>
          <a href={settings.socialLink}>
            <Trans>Follow us</Trans>
          </a>
          {settings.appStoreLink && (
            <a className="wm-h-badge" href={settings.appStoreLink}>
              <Trans>App Store</Trans>
            </a>
          )}
          {settings.playStoreLink && (
            <a className="wm-h-badge" href={settings.playStoreLink}>
              <Trans>Google Play</Trans>
            </a>
          )}
        </Column>
        <ThemeChoice />
      </div>
      <Legal />
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode[] }) {
  const links = children.filter(Boolean);
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {links.map((link, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the links of a column never change places
          <li key={i}>{link}</li>
        ))}
      </ul>
    </section>
  );
}

function Legal() {
  const app = useApp();
  const { year } = app;
  const { legal, privacyRequestLink, appConfig } = app.boot.settings;
  const privacyRequest = useStore(app.privacyRequest);
  const hasPrivacyChoices = useStore(app.hasPrivacyChoices);
  const isSignalHonoured = useStore(app.optOut)?.kind === 'honoured';
  return (
    <div className="wm-h-legal">
      <p>
        © {year} {appConfig.siteName}
      </p>
      {isSignalHonoured && (
        <p>
          <Trans>
            Opt-out request honored: your browser asks not to sell or share your data.{' '}
            <HostLink href="/privacy_center/manage">Your choices</HostLink>
          </Trans>
        </p>
      )}
      <ul>
        <li>
          <a href={legal.privacyPolicy}>
            <Trans>Privacy Policy</Trans>
          </a>
        </li>
        <li>
          <a href={legal.terms}>
            <Trans>Terms of Use</Trans>
          </a>
        </li>
        <li>
          <a href={legal.cookies}>
            <Trans>Cookie Policy</Trans>
          </a>
        </li>
        <li>
          <button type="button" onClick={() => goTo(app, '/privacy_center/manage')}>
            <Trans>Manage Cookie Preferences</Trans>
          </button>
        </li>
        <li>
          <a href={legal.privacyNotice}>
            <Trans>Privacy Notice</Trans>
          </a>
        </li>
        {hasPrivacyChoices && (
          <li>
            <HostLink href="/privacy_center/manage">
              <Trans>Your Privacy Choices</Trans>
            </HostLink>
          </li>
        )}
        {privacyRequest && privacyRequestLink && (
          <li>
            <a href={privacyRequestLink}>
              <Trans>Privacy Request</Trans>
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}
