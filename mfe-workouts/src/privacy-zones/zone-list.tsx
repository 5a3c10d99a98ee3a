import type { PrivacyZone } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMeasurementSystem } from '@waymark/remote';
import { Box, Button, EditIcon, Flex, IconButton, TrashIcon } from '@waymark/ui';
import { unitsOf } from '@waymark/units';
import { radiusText } from './zone-draft.ts';

interface ZoneListProps {
  zones: readonly PrivacyZone[];
  /** The zone that is being deleted. */
  removing: number | undefined;
  onEdit: (zone: PrivacyZone) => void;
  onRemove: (zone: PrivacyZone) => void;
}

/** The zones there are, each with what can be done with it. */
export function ZoneList({ zones, removing, onEdit, onRemove }: ZoneListProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  return (
    <Box as="ul" listStyleType="none" p={0} m={0} aria-label={t`Your privacy zones`}>
      {zones.map((zone) => (
        <Flex as="li" key={zone.id} align="center" gap={2} borderTop="hairline" py={2}>
          <Box flex={1} minW={0} overflowWrap="anywhere">
            {zone.name}
            <Box color="muted" fontSize="sm" fontVariantNumeric="tabular-nums">
              {radiusText(zone.radius, system)} {unitsOf(system).elevation}
            </Box>
          </Box>
          <Button
            size="sm"
            icon={<EditIcon />}
            aria-label={t`Change ${zone.name}`}
            onClick={() => onEdit(zone)}
          >
            <Trans>Change</Trans>
          </Button>
          <IconButton
            size="sm"
            variant="quiet"
            label={t`Delete ${zone.name}`}
            icon={<TrashIcon />}
            loading={removing === zone.id}
            onClick={() => onRemove(zone)}
          />
        </Flex>
      ))}
    </Box>
  );
}
