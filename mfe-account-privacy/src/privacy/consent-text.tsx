import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, chakra, Heading, Link, Text } from '@waymark/ui';
import { isOutdated, type ConsentItem } from './use-consents.ts';

/** What a link to a legal page is called: two pages of one consent are told apart. */
function useLegalLinks(): (page: string) => string {
  const { t } = useLingui();
  const names = new Map([
    ['terms', t`Read the terms of use`],
    ['privacy-policy', t`Read the privacy policy`],
    ['cookies', t`Read the cookie policy`],
    ['privacy-notice', t`Read the privacy notice`],
  ]);
  return (page) => names.get(page) ?? t`Read it in full`;
}

/** What is asked for, in the words of the matrix, with the pages it refers to. */
export function ConsentText({ item, level = 2 }: { item: ConsentItem; level?: 2 | 3 }) {
  const nameOf = useLegalLinks();
  return (
    <Box>
      <Heading level={level} size="xl">
        <chakra.span data-untranslated="" marginInlineEnd={2}>
          {item.title}
        </chakra.span>
        {item.kind === 'required' && (
          <Badge>
            <Trans>Needed for an account</Trans>
          </Badge>
        )}
        {isOutdated(item) && (
          <Badge hue="sun">
            <Trans>Changed since you accepted</Trans>
          </Badge>
        )}
      </Heading>
      <Text marginTop={1}>
        <span data-untranslated="">{item.text}</span>{' '}
        {item.legal_pages.map((page) => (
          <chakra.span key={page} marginInlineEnd={3}>
            <Link href={`/legal/${page}`}>{nameOf(page)}</Link>
          </chakra.span>
        ))}
      </Text>
    </Box>
  );
}
