import { navigate, prefetch } from '@waymark/contract';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

/** A link within the site: no page load, and the target's code is fetched on hover or focus. */
export function AppLink({ href = '/', onClick, children, ...rest }: ComponentPropsWithRef<'a'>) {
  const outside =
    !href.startsWith('/') ||
    href.startsWith('//') ||
    rest.target !== undefined ||
    rest.download !== undefined;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      outside
    )
      return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      onClick={follow}
      onMouseEnter={() => !outside && prefetch(href)}
      onFocus={() => !outside && prefetch(href)}
      {...rest}
    >
      {children}
    </a>
  );
}
