import type { LegalPage, TextSpan } from '@waymark/api-contract';
import { Box, chakra, Heading, Link, Text } from '@waymark/ui';

type Block = LegalPage['blocks'][number];

/** The operator's text with the page's own elements: no text of a file becomes HTML. */
export function TextBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <Box data-untranslated="" lineHeight="1.6">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never change places
        <TextBlock key={index} block={block} />
      ))}
    </Box>
  );
}

function TextBlock({ block }: { block: Block }) {
  if (block.type === 'heading')
    return (
      // The page's title is above all of them.
      <Heading
        level={block.level <= 2 ? 2 : 3}
        size={block.level <= 2 ? 'xl' : 'lg'}
        id={block.id}
        marginTop={7}
        marginBottom={2}
      >
        <Spans spans={block.spans} />
      </Heading>
    );
  if (block.type === 'paragraph')
    return (
      <Text marginBottom={4}>
        <Spans spans={block.spans} />
      </Text>
    );
  return (
    <Box
      as={block.is_ordered ? 'ol' : 'ul'}
      listStyleType={block.is_ordered ? 'decimal' : 'disc'}
      paddingInlineStart={6}
      marginBottom={4}
      maxWidth="72ch"
    >
      {block.items.map((spans, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items of a text never change places
        <chakra.li key={index} marginBottom={1}>
          <Spans spans={spans} />
        </chakra.li>
      ))}
    </Box>
  );
}

const TAGS = { plain: 'span', strong: 'strong', emphasis: 'em', code: 'code' } as const;

function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map(({ text, style, href }, index) => {
    const Tag = TAGS[style];
    const isOutside = href !== undefined && !href.startsWith('/');
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the spans of a text never change places
      <Tag key={index}>
        {href === undefined ? (
          text
        ) : (
          <Link href={href} external={isOutside && href.startsWith('https:')}>
            {text}
          </Link>
        )}
      </Tag>
    );
  });
}
