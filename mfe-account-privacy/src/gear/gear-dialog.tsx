import type { Gear, GearInput } from '@waymark/api-contract';
import { gearCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useMeasurementSystem, useSend } from '@waymark/remote';
import {
  Button,
  Checkbox,
  Field,
  FormError,
  Grid,
  groupName,
  Input,
  Modal,
  NumberInput,
  Select,
  Stack,
  Textarea,
  useFocusInvalid,
} from '@waymark/ui';
import { convert, parseNumber, unitsOf, type MeasurementSystem } from '@waymark/units';
import { useId, useState } from 'react';

const GROUPS = ['run', 'ride', 'walk', 'hike'];

interface GearDraft {
  name: string;
  kind: GearInput['kind'];
  brand: string;
  model: string;
  initial: string;
  alert: string;
  notes: string;
  default_for: string[];
}

function createDraft(gear: Gear | null, system: MeasurementSystem, locale: string): GearDraft {
  const text = (meters: number | null | undefined) =>
    meters
      ? new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false }).format(
          convert(meters, 'm', unitsOf(system).distance),
        )
      : '';
  return {
    name: gear?.name ?? '',
    kind: gear?.kind ?? 'shoes',
    brand: gear?.brand ?? '',
    model: gear?.model ?? '',
    initial: text(gear?.initial_distance),
    alert: text(gear?.alert_distance),
    notes: gear?.notes ?? '',
    default_for: gear?.default_for ?? [],
  };
}

interface GearDialogProps {
  /** Null: a new one. */
  gear: Gear | null;
  onClose: () => void;
}

/** Adds or changes a piece of gear. */
export function GearDialog({ gear, onClose }: GearDialogProps) {
  const { t, i18n } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const formId = useId();
  const unit = unitsOf(system).distance;
  const [initial] = useState(() => createDraft(gear, system, locale));
  const [draft, setDraft] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const create = useSend(gearCalls.create, { keepKey: true });
  const update = useSend(gearCalls.update);
  const set = (change: Partial<GearDraft>) => setDraft((before) => ({ ...before, ...change }));

  const metersOf = (text: string) =>
    text.trim() === '' ? null : convert(parseNumber(text, locale) ?? Number.NaN, unit, 'm');
  const isWrong = (text: string) => {
    const meters = metersOf(text);
    return meters !== null && !(meters >= 0);
  };
  const problems = {
    name: draft.name.trim() ? undefined : t`Give it a name.`,
    initial: isWrong(draft.initial) ? t`Enter a distance, such as 120.` : undefined,
    alert:
      isWrong(draft.alert) || metersOf(draft.alert) === 0 ? t`Enter a distance, such as 800.` : undefined,
  };
  const submit = () => {
    setHasTried(true);
    if (Object.values(problems).some(Boolean)) return focusInvalid();
    const body: GearInput = {
      name: draft.name.trim(),
      kind: draft.kind,
      brand: draft.brand.trim(),
      model: draft.model.trim(),
      notes: draft.notes,
      default_for: draft.default_for,
      // A distance that was not typed again keeps its metres.
      ...((!gear || draft.initial !== initial.initial) && { initial_distance: metersOf(draft.initial) ?? 0 }),
      ...((!gear || draft.alert !== initial.alert) && { alert_distance: metersOf(draft.alert) }),
    };
    const done = {
      onSuccess: () => {
        notify({ kind: 'success', text: t`“${body.name}” is saved.` });
        onClose();
      },
    };
    if (gear) update.mutate({ params: { id: gear.id }, body }, done);
    else create.mutate({ body }, done);
  };
  const error = create.error ?? update.error;

  return (
    <Modal
      open
      size="wide"
      onClose={onClose}
      title={gear ? <Trans>Edit gear</Trans> : <Trans>Add gear</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={create.isPending || update.isPending}
          >
            <Trans>Save gear</Trans>
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap={5}>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '2fr 1fr' }} gap={5}>
            <Field label={t`Name`} required error={problems.name} touched={hasTried}>
              <Input
                data-autofocus=""
                maxLength={100}
                placeholder={t`Blue road shoes`}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Field>
            <Field label={t`Kind`}>
              <Select
                value={draft.kind}
                onChange={(kind) => set({ kind: kind as GearDraft['kind'] })}
                options={[
                  { value: 'shoes', label: t`Shoes` },
                  { value: 'bike', label: t`Bike` },
                  { value: 'other', label: t`Something else` },
                ]}
              />
            </Field>
          </Grid>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={5}>
            <Field label={t`Brand`} optional>
              <Input
                maxLength={100}
                value={draft.brand}
                onChange={(event) => set({ brand: event.target.value })}
              />
            </Field>
            <Field label={t`Model`} optional>
              <Input
                maxLength={100}
                value={draft.model}
                onChange={(event) => set({ model: event.target.value })}
              />
            </Field>
            <Field label={t`Distance before Waymark`} optional error={problems.initial} touched={hasTried}>
              <NumberInput unit={unit} value={draft.initial} onChange={(initial) => set({ initial })} />
            </Field>
            <Field label={t`Remind me at`} optional error={problems.alert} touched={hasTried}>
              <NumberInput unit={unit} value={draft.alert} onChange={(alert) => set({ alert })} />
            </Field>
          </Grid>
          <Field group label={t`Use automatically for`} optional>
            <Grid
              templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
              gap={3}
            >
              {GROUPS.map((group) => (
                <Checkbox
                  key={group}
                  label={i18n._(groupName(group))}
                  checked={draft.default_for.includes(group)}
                  onChange={(isOn) =>
                    set({
                      default_for: isOn
                        ? [...draft.default_for, group]
                        : draft.default_for.filter((one) => one !== group),
                    })
                  }
                />
              ))}
            </Grid>
          </Field>
          <Field label={t`Notes`} optional>
            <Textarea
              rows={2}
              maxLength={2000}
              value={draft.notes}
              onChange={(event) => set({ notes: event.target.value })}
            />
          </Field>
          <FormError>{error && failureText(error)}</FormError>
        </Stack>
      </form>
    </Modal>
  );
}
