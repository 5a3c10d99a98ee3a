import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Field, Flex, Input, Select, Stack } from '@waymark/ui';
import type { ChallengeDraft } from './challenge-draft.ts';

const PRIZES_MAX = 20;

interface PrizesFieldProps {
  prizes: ChallengeDraft['prizes'];
  onChange: (prizes: ChallengeDraft['prizes']) => void;
}

/** What can be won, by the first ranks or by everybody who completes the challenge. */
export function PrizesField({ prizes, onChange }: PrizesFieldProps) {
  const { t } = useLingui();
  const ranks = [
    { value: '', label: t`Everyone who completes it` },
    ...[1, 2, 3].map((rank) => ({ value: String(rank), label: t`Rank ${rank}` })),
  ];
  const set = (index: number, fields: Partial<ChallengeDraft['prizes'][number]>) =>
    onChange(prizes.map((prize, at) => (at === index ? Object.assign({}, prize, fields) : prize)));
  return (
    <Field group label={t`Prizes`} optional>
      <Stack gap={3}>
        {prizes.map(({ rank, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- prizes have no ids and never move
          <Flex key={index} gap={2} wrap="wrap">
            <Select
              aria-label={t`Who wins prize ${index + 1}`}
              options={
                ranks.some(({ value }) => value === rank)
                  ? ranks
                  : [...ranks, { value: rank, label: t`Rank ${rank}` }]
              }
              value={rank}
              onChange={(next) => set(index, { rank: next })}
            />
            <Flex flex="1 1 200px" gap={2}>
              <Input
                aria-label={t`Prize ${index + 1}`}
                maxLength={300}
                value={text}
                onChange={(event) => set(index, { text: event.target.value })}
              />
              <Button
                aria-label={t`Remove prize ${index + 1}`}
                onClick={() => onChange(prizes.filter((_, at) => at !== index))}
              >
                <Trans>Remove</Trans>
              </Button>
            </Flex>
          </Flex>
        ))}
        {prizes.length < PRIZES_MAX && (
          <Flex>
            <Button
              onClick={() =>
                onChange([...prizes, { rank: prizes.length < 3 ? String(prizes.length + 1) : '', text: '' }])
              }
            >
              <Trans>Add prize</Trans>
            </Button>
          </Flex>
        )}
      </Stack>
    </Field>
  );
}
