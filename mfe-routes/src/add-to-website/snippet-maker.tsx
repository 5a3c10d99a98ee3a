import type { RouteSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { Box, Button, CopyIcon, Field, Flex, NumberInput, Select, Stack, Textarea } from '@waymark/ui';
import { useDeferredValue, useState } from 'react';
import {
  embedAddress,
  MIN_PIXELS,
  MAX_PIXELS,
  type SizeKey,
  SIZES,
  createSnippet,
  type SnippetOptions,
} from './embed-snippet.ts';

interface SnippetMakerProps {
  route: RouteSummary;
  /** Of the route's link, where it is accessible by link. */
  linkKey: string | null;
}

/** Size, units and colours of an embedded route, the snippet for them, and how it looks. */
export function SnippetMaker({ route, linkKey }: SnippetMakerProps) {
  const { t } = useLingui();
  const [size, setSize] = useState<SizeKey>('medium');
  const [typed, setTyped] = useState({ width: '560', height: '440' });
  const [units, setUnits] = useState<SnippetOptions['units']>('visitor');
  const [theme, setTheme] = useState<SnippetOptions['theme']>('visitor');
  const within = (side: 'width' | 'height') => {
    const value = Number(typed[side]);
    return Number.isInteger(value) && value >= MIN_PIXELS[side] && value <= MAX_PIXELS[side];
  };
  const wrong = (side: 'width' | 'height') =>
    within(side) ? undefined : t`Between ${MIN_PIXELS[side]} and ${MAX_PIXELS[side]} pixels.`;
  const good = within('width') && within('height');
  const options: SnippetOptions = { width: Number(typed.width), height: Number(typed.height), units, theme };
  const shown = useDeferredValue(options);
  const snippet = good ? createSnippet(route, options, linkKey, location.origin) : '';
  const choose = (key: SizeKey) => {
    setSize(key);
    const found = SIZES.find((one) => one.key === key);
    if (found) setTyped({ width: String(found.width), height: String(found.height) });
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet);
      notify({ kind: 'success', text: t`The snippet is copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser did not let us copy. Select the text and copy it.` });
    }
  };
  return (
    <Flex gap={6} wrap={{ base: 'wrap', lg: 'nowrap' }} align="flex-start">
      <Stack gap={4} flex={{ base: '1 1 100%', lg: '0 0 320px' }} minW={0}>
        <Field label={t`Size`}>
          <Select
            value={size}
            onChange={(value) => choose(value as SizeKey)}
            options={[
              { value: 'small', label: t`Small` },
              { value: 'medium', label: t`Medium` },
              { value: 'large', label: t`Large` },
              { value: 'own', label: t`Custom size` },
            ]}
          />
        </Field>
        {size === 'own' && (
          <Flex gap={3}>
            {(['width', 'height'] as const).map((side) => (
              <Field key={side} label={side === 'width' ? t`Width` : t`Height`} error={wrong(side)} touched>
                <NumberInput
                  whole
                  unit="px"
                  value={typed[side]}
                  onChange={(text) => setTyped({ ...typed, [side]: text })}
                />
              </Field>
            ))}
          </Flex>
        )}
        <Field label={t`Units`}>
          <Select
            value={units}
            onChange={(value) => setUnits(value as SnippetOptions['units'])}
            options={[
              { value: 'visitor', label: t`Usual for the visitor’s country` },
              { value: 'metric', label: t`Kilometers and meters` },
              { value: 'imperial', label: t`Miles and feet` },
            ]}
          />
        </Field>
        <Field label={t`Colors`}>
          <Select
            value={theme}
            onChange={(value) => setTheme(value as SnippetOptions['theme'])}
            options={[
              { value: 'visitor', label: t`Visitor’s setting` },
              { value: 'light', label: t`Light` },
              { value: 'dark', label: t`Dark` },
            ]}
          />
        </Field>
        <Field label={t`Paste this into your page`}>
          <Textarea readOnly rows={5} value={snippet} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <Button variant="primary" icon={<CopyIcon />} disabled={!good} onClick={() => void copy()}>
          <Trans>Copy the snippet</Trans>
        </Button>
      </Stack>
      <Box as="section" aria-label={t`Preview`} flex="1 1 0" minW={0} maxW="100%" overflow="auto">
        {good && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs scripts and its origin: a sandbox with both keeps nothing out
          <iframe
            src={embedAddress(route.id, shown, linkKey)}
            width={shown.width}
            height={shown.height}
            title={t`Preview of ${route.name}`}
            style={{ border: '1px solid var(--wm-hairline)', maxWidth: '100%' }}
          />
        )}
      </Box>
    </Flex>
  );
}
