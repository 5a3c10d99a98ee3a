import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Heading, Tabs, Text } from '@waymark/ui';
import type { ReactNode } from 'react';
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

interface PrivacyFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page of the Privacy Center. Its twin for apps leads to twins only. */
export function PrivacyFrame({ title, lead, children }: PrivacyFrameProps) {
  const { t } = useLingui();
  usePageTitle(title);
  const { link, isCurrent } = usePrivacyLinks();
  return (
    <Box width="100%" maxWidth="820px" marginInline="auto">
      <Text muted size="sm" fontWeight={600}>
        <Trans>Privacy Center</Trans>
      </Text>
      <Heading level={1} size="4xl">
        {title}
      </Heading>
      {lead && (
        <Text muted marginTop={2}>
          {lead}
        </Text>
      )}
      <Box marginTop={5} marginBottom={6}>
        <Tabs
          label={t`Privacy Center`}
          items={[
            { href: link('manage'), label: t`Your choices`, current: isCurrent('manage') },
            { href: link('consents'), label: t`Consents`, current: isCurrent('consents') },
            { href: link('help'), label: t`Help`, current: isCurrent('help') },
          ]}
        />
      </Box>
      {children}
    </Box>
  );
}
