import { getSettings } from '@waymark/contract';
import { useEffect } from 'react';

/** Names the page in the browser's tab: 'Dashboard · Waymark'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${getSettings().appConfig.siteName}`;
  }, [title]);
}
