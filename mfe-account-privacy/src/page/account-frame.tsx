import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Breadcrumb, chakra, Grid, Heading, Stack, Text, useLinkComponent } from '@waymark/ui';
import type { ReactNode } from 'react';
import { useAccountLinks } from './account-links.ts';

interface AccountFrameProps {
  title: string;
  /** The address of the page among `useAccountLinks`; none for pages that no link of the list leads to. */
  path?: string;
  lead?: ReactNode;
  /** At the end of the heading's line: the page's one primary action. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page of the account: its heading, and the way to the others beside it or, on phones, above it. */
export function AccountFrame({ title, path, lead, action, children }: AccountFrameProps) {
  const { t, i18n } = useLingui();
  usePageTitle(title);
  const LinkTag = useLinkComponent();
  const links = useAccountLinks();
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: '220px minmax(0, 1fr)' }}
      gap={{ base: 4, lg: 12 }}
      width="100%"
    >
      <chakra.nav aria-label={t`Account`} display={{ base: 'none', lg: 'block' }} paddingTop={2}>
        <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0} position="sticky" top="84px">
          {links.map(({ href, label }) => (
            <li key={href}>
              <chakra.a
                as={LinkTag}
                {...{ href }}
                aria-current={href === path ? 'page' : undefined}
                display="block"
                paddingBlock={2}
                paddingInline={3}
                borderRadius="md"
                fontWeight={href === path ? 600 : 400}
                bg={href === path ? 'sunken' : undefined}
                _hover={{ bg: 'sunken' }}
              >
                {i18n._(label)}
              </chakra.a>
            </li>
          ))}
        </Stack>
      </chakra.nav>
      <Box minWidth={0} maxWidth="880px">
        <Box display={{ lg: 'none' }} marginBottom={2}>
          <Breadcrumb items={[{ href: '/account', label: <Trans>Account</Trans> }, { label: title }]} />
        </Box>
        <Box display="flex" flexWrap="wrap" gap={3} justifyContent="space-between" alignItems="center">
          <Heading level={1} size="4xl">
            {title}
          </Heading>
          {action}
        </Box>
        {lead && (
          <Text muted marginTop={2}>
            {lead}
          </Text>
        )}
        <Box marginTop={6}>{children}</Box>
      </Box>
    </Grid>
  );
}
