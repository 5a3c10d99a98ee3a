import type { BillingProfile } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, RadioGroup, Stack } from '@waymark/ui';
import type { Ref } from 'react';
import { brandName } from '@waymark/api-contract/card-brands';
import { CardBrand } from './card-brand.tsx';
import { CardFields } from './card-fields.tsx';
import type { CardFieldsHandle } from './card-fields-frame.tsx';

interface CardChoiceProps {
  cards: readonly BillingProfile[];
  /** Null for a new card. */
  value: number | null;
  onChange: (profileId: number | null) => void;
  fields: Ref<CardFieldsHandle>;
  onEnter: () => void;
}

export const CardLabel = ({ card }: { card: BillingProfile['card'] }) => (
  <Box as="span" display="inline-flex" alignItems="center" gap={2}>
    <CardBrand brand={card.brand} />
    <Trans>
      {brandName(card.brand)} ending in {card.last4}
    </Trans>
  </Box>
);

/** Stored cards to pay with, and the provider's fields for a new one. */
export function CardChoice({ cards, value, onChange, fields, onEnter }: CardChoiceProps) {
  const { t } = useLingui();
  return (
    <Stack gap={4}>
      {cards.length > 0 && (
        <RadioGroup
          label={t`Pay with`}
          value={value === null ? 'new' : String(value)}
          onChange={(chosen) => onChange(chosen === 'new' ? null : Number(chosen))}
          options={[
            ...cards.map(({ billing_profile_id: id, card }) => ({
              value: String(id),
              label: <CardLabel card={card} />,
              hint: <Expiry card={card} />,
            })),
            { value: 'new', label: t`A new card` },
          ]}
        />
      )}
      {value === null && <CardFields ref={fields} onEnter={onEnter} />}
    </Stack>
  );
}

export function Expiry({ card: { exp_month, exp_year } }: { card: BillingProfile['card'] }) {
  const text = `${String(exp_month).padStart(2, '0')}/${exp_year}`;
  return <Trans>Expires {text}</Trans>;
}
