import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Flex, IconButton, TrashIcon } from '@waymark/ui';
import { formatDate } from '@waymark/units';

interface EarlierProps {
  sets: readonly { id: number; since: string; text: string }[];
  busy: boolean;
  onRemove: (id: number) => void;
}

/** What the member set before, latest first. Without one of them the one before counts again. */
export function Earlier({ sets, busy, onRemove }: EarlierProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  if (sets.length === 0) return null;
  return (
    <Box fontSize="sm" borderTop="hairline" pt={3}>
      <Box fontWeight={600}>
        <Trans>Set so far</Trans>
      </Box>
      <Box as="ul" listStyleType="none" p={0} m={0}>
        {sets.map(({ id, since, text }) => {
          const day = new Date(since).getTime() <= 0 ? t`Always` : t`Since ${formatDate(since, { locale })}`;
          return (
            <Flex as="li" key={id} align="center" justify="space-between" gap={3}>
              <Box as="span" fontVariantNumeric="tabular-nums">
                {day}: {text}
              </Box>
              <IconButton
                size="sm"
                label={t`Delete what was set: ${day}`}
                icon={<TrashIcon />}
                disabled={busy}
                onClick={() => onRemove(id)}
              />
            </Flex>
          );
        })}
      </Box>
    </Box>
  );
}
