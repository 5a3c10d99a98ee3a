import type { Gear, GearInput } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import { Box, Button, Field, Flex, FormError, Input, Select } from '@waymark/ui';
import { useState } from 'react';
import { useAddGear } from './use-gear.ts';

/** Name and kind are enough to add gear; the rest is told on its own page. Not a form: it may stand inside one. */
export function NewGear({ onDone }: { onDone: (gear: Gear | null) => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const add = useAddGear();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<GearInput['kind']>('shoes');
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '';
  const save = () => {
    setTried(true);
    if (!missing) add.mutate({ body: { name: name.trim(), kind } }, { onSuccess: onDone });
  };
  const wrong = missing ? t`Give it a name.` : undefined;
  return (
    <Box
      role="group"
      aria-label={t`New gear`}
      mt={3}
      p={4}
      bg="sunken"
      borderRadius="md"
      display="grid"
      gap={3}
    >
      <Box display="grid" gap={3} gridTemplateColumns={{ md: '2fr 1fr' }} alignItems="start">
        <Field label={<Trans>Name</Trans>} required error={wrong} touched={tried}>
          <Input
            value={name}
            maxLength={100}
            placeholder={t`Blue road shoes`}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              save();
            }}
          />
        </Field>
        <Field label={<Trans>Kind</Trans>}>
          <Select
            value={kind}
            onChange={(value) => setKind(value as GearInput['kind'])}
            options={[
              { value: 'shoes', label: t`Shoes` },
              { value: 'bike', label: t`Bike` },
              { value: 'other', label: t`Something else` },
            ]}
          />
        </Field>
      </Box>
      <FormError>{add.error && failureText(add.error)}</FormError>
      <Flex gap={2}>
        <Button size="sm" loading={add.isPending} onClick={save}>
          <Trans>Add gear</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onDone(null)}>
          <Trans>Cancel</Trans>
        </Button>
      </Flex>
    </Box>
  );
}
