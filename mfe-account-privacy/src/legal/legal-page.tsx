import type { LegalPage as LegalPageText, LegalPageId } from '@waymark/api-contract';
import { legalCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, usePageTitle } from '@waymark/remote';
import {
  Banner,
  Box,
  Field,
  Heading,
  Link,
  LoadFailed,
  Select,
  SkeletonText,
  Text,
  useDelayed,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useParams, useSearchParams } from 'react-router-dom';
import { TextBlocks } from './text-blocks.tsx';

/** A legal page of the operator, in its current version or in one before. */
export default function LegalPage() {
  const page = useParams()['page'] as LegalPageId;
  const version = useSearchParams()[0].get('version') ?? undefined;
  const isLate = useDelayed(150);
  const { data, error, refetch, isFetching } = useCall(legalCalls.page, {
    params: { page },
    query: { version },
  });
  return (
    <Box width="100%" maxWidth="760px" marginInline="auto">
      {data && <Legal text={data} asked={version} />}
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load this page.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && isLate && <SkeletonText lines={12} />}
    </Box>
  );
}

function Legal({ text, asked }: { text: LegalPageText; asked: string | undefined }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const setQuery = useSearchParams()[1];
  usePageTitle(text.title);
  const since = formatDate(text.effective_from, { locale, timeZone: 'UTC' });
  const [current] = text.versions;
  // Files begin with the page's own title.
  const [first, ...rest] = text.blocks;
  const isTitled = first?.type === 'heading' && first.level === 1;
  return (
    <>
      <Heading level={1} size="4xl" data-untranslated="">
        {text.title}
      </Heading>
      <Text muted marginTop={2} marginBottom={6}>
        <Trans>In force since {since}</Trans>
      </Text>
      {asked && current && current.version !== text.version && (
        <Box marginBottom={5}>
          <Banner kind="warning">
            <Trans>
              This is an earlier version. <Link href={`/legal/${text.page}`}>Read the current one</Link>
            </Trans>
          </Banner>
        </Box>
      )}
      <TextBlocks blocks={isTitled ? rest : text.blocks} />
      {text.versions.length > 1 && (
        <Box maxWidth="280px" marginTop={8}>
          <Field label={t`Version`}>
            <Select
              value={text.version}
              options={text.versions.map(({ version, effective_from: from }) => ({
                value: version,
                label: formatDate(from, { locale, timeZone: 'UTC' }),
              }))}
              onChange={(version) => setQuery({ version })}
            />
          </Field>
        </Box>
      )}
    </>
  );
}
