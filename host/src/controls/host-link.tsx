import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useApp } from '../app/context.ts';
import { goTo, staysHere } from '../location/go.ts';
import { parsePlace, samePath } from '../app/place.ts';

interface HostLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Loads the page anew. */
  fullLoad?: boolean;
}

/**
 * A link of the shell. Within the site it changes the page in place, and fetches the target's code on hover or focus;
 * it stays an ordinary link when the rest of the scripts is not there yet, or when no page is known behind it.
 */
export function HostLink({ href, fullLoad = false, onClick, children, ...rest }: HostLinkProps) {
  const app = useApp();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (fullLoad || event.defaultPrevented || isSpecial(event) || !staysHere(app, href)) return;
    event.preventDefault();
    goTo(app, href);
  };
  const intend = fullLoad || !href.startsWith('/') ? undefined : () => app.links.prefetch?.(href);
  return (
    <a
      href={href}
      onClick={follow}
      onPointerEnter={intend}
      onFocus={intend}
      {...(samePath(app.place.get().path, parsePlace(href).path) ? { 'aria-current': 'page' } : {})}
      {...rest}
    >
      {children}
    </a>
  );
}

const isSpecial = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
