import { useSettings } from '@waymark/remote';
import { useEffect } from 'react';

/** Names the page in the browser's tab. */
export function usePageTitle(title: string): void {
  const { siteName } = useSettings().appConfig;
  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title, siteName]);
}
