import { useLocation } from 'react-router-dom';

type PrivacyPage = 'manage' | 'consents' | 'consents/edit' | 'consents/decline' | 'help';

const MOBILE = '/mobile';
const CENTER = '/privacy_center/';

/** Addresses of the Privacy Center: beside the page that is shown, so that an app's page leads to an app's page. */
export function usePrivacyLinks() {
  const { pathname } = useLocation();
  const isMobile = pathname.startsWith(`${MOBILE}/`);
  const prefix = isMobile ? MOBILE : '';
  const page = pathname.slice(prefix.length + CENTER.length).replace(/\/$/, '');
  return {
    isMobile,
    link: (to: PrivacyPage): string => `${prefix}${CENTER}${to}`,
    isCurrent: (to: PrivacyPage): boolean => page === to,
    /** The page as answers are recorded with it. */
    screen: `${prefix.slice(1)}${isMobile ? '/' : ''}${CENTER.slice(1)}${page}`,
    deletePage: `${prefix}/account/delete`,
  };
}
