import { useLingui } from '@lingui/react/macro';
import { Box, CheckIcon, IconButton, LayersIcon, LocateIcon, Menu, MinusIcon, PlusIcon } from '@waymark/ui';
import { MAP_TYPE_NAMES } from '@waymark/ui/map-type-names';
import type { ReactNode } from 'react';
import type { MapTypeChoice } from './base-map-options.tsx';

interface MapButtonsProps {
  /** Undefined until the map is made. */
  map: { zoom(steps: number): void } | undefined;
  /** What the third button brings into view. */
  fitLabel: string;
  onFit: () => void;
  mapTypes: MapTypeChoice;
  /** Below the others. */
  more?: ReactNode;
}

/** The buttons in a map's corner. */
export function MapButtons({ map, fitLabel, onFit, mapTypes, more }: MapButtonsProps) {
  const { t, i18n } = useLingui();
  const { types, type, choose } = mapTypes;
  const chosen = i18n._(MAP_TYPE_NAMES[type]);
  const buttons = [
    { label: t`Zoom in`, icon: <PlusIcon />, run: () => map?.zoom(1) },
    { label: t`Zoom out`, icon: <MinusIcon />, run: () => map?.zoom(-1) },
    { label: fitLabel, icon: <LocateIcon />, run: onFit },
  ];
  return (
    <Box position="absolute" top={2} right={2} display="grid" gap="1px" borderRadius="md" overflow="hidden">
      {buttons.map(({ label, icon, run }) => (
        <IconButton
          key={label}
          size="sm"
          bg="surface"
          borderRadius={0}
          label={label}
          icon={icon}
          onClick={run}
        />
      ))}
      {types.length > 1 && (
        <Box bg="surface">
          <Menu
            label={t`Map type: ${chosen}`}
            icon={<LayersIcon />}
            size="sm"
            align="end"
            items={types.map((one) => ({
              label: i18n._(MAP_TYPE_NAMES[one]),
              icon: one === type ? <CheckIcon /> : <Box as="span" w="1.25em" />,
              onSelect: () => choose(one),
            }))}
          />
        </Box>
      )}
      {more}
    </Box>
  );
}
