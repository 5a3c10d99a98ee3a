import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, Flex, Heading, PlusIcon, Tabs } from '@waymark/ui';
import { BookmarkedRoutes } from './bookmarked-routes.tsx';
import { OwnRoutes } from './own-routes.tsx';

/** The member's own routes, and those of others that they have kept. */
export default function MyRoutesPage({ list }: { list: 'own' | 'bookmarks' }) {
  const { t } = useLingui();
  const own = list === 'own';
  usePageTitle(own ? t`My routes` : t`Bookmarked routes`);
  return (
    <Box w="100%">
      <Flex justify="space-between" align="center" gap={4} wrap="wrap" mb={2}>
        <Heading level={1}>
          <Trans>My routes</Trans>
        </Heading>
        <Button variant="primary" icon={<PlusIcon />} href="/routes/create">
          <Trans>Plan a route</Trans>
        </Button>
      </Flex>
      <Box mb={4}>
        <Tabs
          label={t`My routes`}
          items={[
            { href: '/routes/my_routes', label: t`My routes`, current: own },
            { href: '/routes/my_routes/bookmarks', label: t`Bookmarks`, current: !own },
          ]}
        />
      </Box>
      {own ? <OwnRoutes /> : <BookmarkedRoutes />}
    </Box>
  );
}
