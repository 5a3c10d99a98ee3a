import { isSignedIn, navigate, safeNext, signedIn } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { forgetHandover } from './handover.ts';

const HOME = '/dashboard';

export interface Next {
  /** Where to go once signed in. */
  path: string;
  /** Another page of this remote, which keeps the way back. */
  link: (to: string) => string;
}

/** The `next` of the address, when it is a page of this site that makes sense to come back to. */
export function useNext(): Next {
  const asked = safeNext(useSearchParams()[0].get('next'));
  // Back to a sign-in page would go round in circles, and `/auth/logout` would end what has just begun;
  // who came from the front page wants to see their own.
  const path = asked && asked !== '/' && !/^\/auth(\/|\?|#|$)/i.test(asked) ? asked : null;
  return {
    path: path ?? HOME,
    link: (to) => (path ? `${to}?next=${encodeURIComponent(path)}` : to),
  };
}

type Grant = Parameters<typeof signedIn>[0];

const PERSONALIZATION = '/account/personalization/';

/** Where a new member goes: to the page that asks a few things once, and then on to where they wanted to go. */
export const personalizationPath = (path: string): string =>
  path === HOME ? PERSONALIZATION : `${PERSONALIZATION}?next=${encodeURIComponent(path)}`;

/**
 * For the pages that sign somebody in. Who is signed in already is sent on.
 * @returns `gone`: nothing is to be shown; `enter`: hands the grant to the host and opens the next page, or `first` before it
 */
export function useEntrance({ path }: Next): {
  gone: boolean;
  enter: (grant: Grant, first?: string) => Promise<'leaving'>;
} {
  const signed = isSignedIn(useSession());
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    if (signed && !entering) navigate(path, { replace: true });
  }, [signed, entering, path]);
  return {
    gone: signed && !entering,
    enter: async (grant, first = path) => {
      setEntering(true);
      forgetHandover();
      // The sign-in itself has worked; that the member could not be loaded is shown by the host.
      await signedIn(grant).catch(() => undefined);
      navigate(first, { replace: true });
      return 'leaving';
    },
  };
}
