import type { FileImportList, ImportState } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale } from '@waymark/remote';
import { Box, Button, DownloadIcon, Field, Flex, Input, Select } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { useState } from 'react';
import { fetchReport, type ImportFilter } from './use-imports.ts';

interface ListFilterProps {
  counts: FileImportList['counts'];
  filter: ImportFilter;
  onChange: (filter: ImportFilter) => void;
}

/** What of the list is shown, and the same as a file to take away. */
export function ListFilter({ counts, filter, onChange }: ListFilterProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const states: [ImportState, string][] = [
    ['ready', t`Ready`],
    ['duplicate', t`Waiting for your choice`],
    ['failed', t`Could not be read`],
    ['skipped', t`Not imported`],
    ['queued', t`In the queue`],
    ['reading', t`Reading`],
  ];
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const labelled = (label: string, count: number) => `${label} (${formatNumber(count, { locale })})`;
  return (
    <Flex gap={3} wrap="wrap" align="flex-end" role="search" aria-label={t`Filter the list`}>
      <Box flex="1 1 200px">
        <Field label={<Trans>Show</Trans>}>
          <Select
            value={filter.state ?? ''}
            onChange={(state) => onChange({ ...filter, state: (state || undefined) as ImportState, page: 1 })}
            options={[
              { value: '', label: labelled(t`All files`, all) },
              ...states
                .filter(([state]) => counts[state] > 0 || filter.state === state)
                .map(([value, label]) => ({ value, label: labelled(label, counts[value]) })),
            ]}
          />
        </Field>
      </Box>
      <Box flex="2 1 220px">
        <Field label={<Trans>Search</Trans>}>
          <Input
            type="search"
            value={filter.search ?? ''}
            maxLength={100}
            placeholder={t`Name of a file or workout`}
            onChange={(event) => onChange({ ...filter, search: event.target.value, page: 1 })}
          />
        </Field>
      </Box>
      <DownloadButton filter={filter} />
    </Flex>
  );
}

function DownloadButton({ filter }: { filter: ImportFilter }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const address = URL.createObjectURL(await fetchReport(filter));
      const link = Object.assign(document.createElement('a'), {
        href: address,
        download: 'waymark-import.csv',
      });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      notify({
        kind: 'error',
        text: failureText(error, t`The list could not be downloaded. Try again in a moment.`),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    // As high above the line's end as the fields, which keep room for an error.
    <Button mb="6px" icon={<DownloadIcon />} loading={busy} onClick={() => void download()}>
      <Trans>Download the list</Trans>
    </Button>
  );
}
