import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Flex, Select, Text } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { countryName } from '../places/country-name.ts';
import { type Criteria, orderOf, wordOf } from './search-criteria.ts';
import { useLength, useOrders } from './order-options.ts';

interface ResultHeadProps {
  criteria: Criteria;
  /** Code of the country that is looked at where nothing else was said. */
  country: string;
  /** Undefined while nothing is known. */
  total: number | undefined;
  onSort: (sort: Criteria['sort']) => void;
}

/** How many were found, around where, and their order. */
export function ResultHead({ criteria, country, total, onSort }: ResultHeadProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const length = useLength();
  const orders = useOrders();
  const word = wordOf(criteria.routeName);
  const place = criteria.place || t`this place`;
  const where = country === 'US' ? t`the United States` : country && countryName(country, locale);
  const radius = length(criteria.radius, criteria.unit);
  return (
    <Flex gap={3} justify="space-between" align="center" px={{ base: 4, md: 3 }} pt={3} pb={3}>
      <Box minW={0} role="status">
        {total !== undefined && (
          <>
            <Text as="div" fontWeight={600} fontVariantNumeric="tabular-nums">
              {formatNumber(total, { locale })} <Plural value={total} one="route" other="routes" />
            </Text>
            <Text as="div" muted fontSize="sm" css={{ overflowWrap: 'anywhere' }}>
              {criteria.location ? (
                <Trans>
                  within {radius} of <span data-untranslated="">{place}</span>
                </Trans>
              ) : word ? (
                <Trans>
                  everywhere, with <span data-untranslated="">{word}</span> in the name
                </Trans>
              ) : (
                <Trans>around the middle of {where}</Trans>
              )}
            </Text>
          </>
        )}
      </Box>
      <Box w="176px" flex="none">
        <Select
          aria-label={t`Order`}
          value={orderOf(criteria)}
          options={word ? [{ value: '-text_match', label: t`Best match` }, ...orders] : orders}
          onChange={(value) => onSort(orders.find((order) => order.value === value)?.value ?? null)}
        />
      </Box>
    </Flex>
  );
}
