import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseAd } from '@waymark/api-contract';
import { useApp } from '../app/context.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Cross } from '../controls/icons.tsx';

/** The ad says that it is one, can be hidden, and says how to have none. What is pressed on it is counted by nobody. */
export function HouseAdCard({ ad: { title, text, label, href, image } }: { ad: HouseAd }) {
  const { t } = useLingui();
  const { links } = useApp();
  return (
    <aside className="wm-h-ad" aria-label={t`Ad`}>
      <img src={image.url} alt={image.alt} width={112} height={112} loading="lazy" decoding="async" />
      <div className="wm-h-ad-words">
        <p className="wm-h-ad-label">
          <Trans>
            Ad · <HostLink href="/mvp">Go ad-free</HostLink>
          </Trans>
        </p>
        <p className="wm-h-ad-title">{title}</p>
        {text && <p className="wm-h-ad-text">{text}</p>}
        {href.startsWith('/') ? (
          <HostLink href={href}>{label}</HostLink>
        ) : (
          <a href={href} target="_blank" rel="sponsored noopener noreferrer" referrerPolicy="no-referrer">
            {label}
          </a>
        )}
      </div>
      <button
        type="button"
        className="wm-h-icon-button"
        aria-label={t`Hide this ad`}
        onClick={() => links.dismissAd?.()}
      >
        <Cross />
      </button>
    </aside>
  );
}
