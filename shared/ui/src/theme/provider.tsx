import { ChakraProvider } from '@chakra-ui/react/styled-system';
import createCache from '@emotion/cache';
import { CacheProvider, css } from '@emotion/react';
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import { embeddedSystem, system } from './system.ts';

// One cache for the shell and every remote: the same style is never in the page twice.
const cache = /* @__PURE__ */ createCache({
  key: 'wm',
  nonce: typeof window === 'undefined' ? undefined : window.waymark?.nonce,
});

/** What controls need of a link component: an anchor's own properties. */
export type LinkComponent = ComponentType<React.ComponentPropsWithRef<'a'>> | 'a';
const LinkContext = createContext<LinkComponent>('a');

/** The component that the design system uses wherever it links (Link, Button with href, Tabs, Menu, Breadcrumb). */
export const useLinkComponent = (): LinkComponent => useContext(LinkContext);

const FirstDayContext = createContext<number | undefined>(undefined);

/** The first day of weeks that the application has set for its calendars. */
export const useFirstDayOfWeek = (): number | undefined => useContext(FirstDayContext);

let globalsShown = false;

/** Puts the values behind style props into the page, once and for as long as it lives: remotes come and go. */
function showGlobals(): void {
  if (globalsShown || typeof document === 'undefined') return;
  globalsShown = true;
  // The shell draws itself without Chakra, so nobody else has put them there.
  cache.insert('', css(system._global as Parameters<typeof css>[0]), cache.sheet, true);
}

export interface UiProviderProps {
  /** One of several applications in a page: they share one set of global styles. */
  embedded?: boolean;
  /** Renders links, for navigation without loading the page anew. Default: a plain anchor. */
  link?: LinkComponent;
  /** The member's first day of weeks, 0 is Sunday. Default: that of the page's language. */
  firstDayOfWeek?: number | undefined;
  children?: ReactNode;
}

export function UiProvider({ embedded = false, link = 'a', firstDayOfWeek, children }: UiProviderProps) {
  if (embedded) showGlobals();
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={embedded ? embeddedSystem : system}>
        <LinkContext value={link}>
          <FirstDayContext value={firstDayOfWeek}>{children}</FirstDayContext>
        </LinkContext>
      </ChakraProvider>
    </CacheProvider>
  );
}
