import { prefetch } from '@waymark/contract';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from '@waymark/contract';

/** A link within the site: no page load, and the target's code is fetched on hover or focus. */
export function AppLink({
  href,
  onClick,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      rest.target
    )
      return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      onClick={follow}
      onMouseEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
      {...rest}
    >
      {children}
    </a>
  );
}
