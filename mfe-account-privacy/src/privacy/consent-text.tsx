import { Trans } from '@lingui/react/macro';
import { Badge, Box, chakra, Heading, Link, Text } from '@waymark/ui';
import type { ConsentItem } from './use-consents.ts';

/** What is asked for, in the words of the matrix, with the pages it refers to. */
export function ConsentText({ item, level = 2 }: { item: ConsentItem; level?: 2 | 3 }) {
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
      </Heading>
      <Text marginTop={1}>
        <span data-untranslated="">{item.text}</span>{' '}
        {item.legal_pages.map((page) => (
          <chakra.span key={page} marginInlineEnd={3}>
            <Link href={`/legal/${page}`}>
              <Trans>Read it in full</Trans>
              <span className="visually-hidden" data-untranslated="">
                : {page.replaceAll('-', ' ')}
              </span>
            </Link>
          </chakra.span>
        ))}
      </Text>
    </Box>
  );
}
