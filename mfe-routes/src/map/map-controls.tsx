import type { MapType } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import {
  Box,
  CheckIcon,
  ExpandIcon,
  IconButton,
  LayersIcon,
  LocateIcon,
  Menu,
  MinusIcon,
  PlusIcon,
  RouteIcon,
  ShrinkIcon,
} from '@waymark/ui';
import type { ReactElement } from 'react';
import { MAP_TYPE_NAMES } from '@waymark/ui/map-type-names';

export type MapControl = 'zoom' | 'type' | 'fullscreen' | 'locate' | 'fit';

interface MapControlsProps {
  controls: readonly MapControl[];
  types: readonly MapType[];
  type: MapType;
  onType: (type: MapType) => void;
  full: boolean;
  looking: boolean;
  run: Readonly<Record<'in' | 'out' | 'fullscreen' | 'locate' | 'fit', () => void>>;
}

/** The buttons in a map's corner. */
export function MapControls({ controls, types, type, onType, full, looking, run }: MapControlsProps) {
  const { t, i18n } = useLingui();
  const button = (label: string, icon: ReactElement, onClick: () => void, loading = false) => (
    <IconButton
      key={label}
      size="sm"
      bg="surface"
      borderRadius={0}
      label={label}
      icon={icon}
      loading={loading}
      onClick={onClick}
    />
  );
  const has = (control: MapControl) => controls.includes(control);
  const chosen = i18n._(MAP_TYPE_NAMES[type]);
  return (
    <Box position="absolute" top={2} right={2} display="grid" gap={2} zIndex={1}>
      {has('zoom') && (
        <Box display="grid" gap="1px" borderRadius="md" overflow="hidden">
          {button(t`Zoom in`, <PlusIcon />, run.in)}
          {button(t`Zoom out`, <MinusIcon />, run.out)}
        </Box>
      )}
      <Box display="grid" gap="1px" borderRadius="md" overflow="hidden">
        {has('fit') && button(t`Show the whole route`, <RouteIcon />, run.fit)}
        {has('locate') && button(t`Show where I am`, <LocateIcon />, run.locate, looking)}
        {has('type') && types.length > 1 && (
          <Box bg="surface">
            <Menu
              label={t`Map type: ${chosen}`}
              icon={<LayersIcon />}
              size="sm"
              align="end"
              items={types.map((one) => ({
                label: i18n._(MAP_TYPE_NAMES[one]),
                icon: one === type ? <CheckIcon /> : <Box as="span" w="1.25em" />,
                onSelect: () => {
                  track('edit_map_type_tapped', { map_type: one });
                  onType(one);
                },
              }))}
            />
          </Box>
        )}
        {has('fullscreen') &&
          button(full ? t`Leave full screen` : t`Full screen`, full ? <ShrinkIcon /> : <ExpandIcon />, () => {
            if (!full) track('route_fullscreen_clicked');
            run.fullscreen();
          })}
      </Box>
    </Box>
  );
}
