import { useLingui } from '@lingui/react/macro';
import { Box, IconButton, LocateIcon, MinusIcon, PlusIcon } from '@waymark/ui';

interface MapButtonsProps {
  /** Undefined until the map is made. */
  map: { zoom(steps: number): void } | undefined;
  /** What the third button brings into view. */
  fitLabel: string;
  onFit: () => void;
}

/** The buttons in a map's corner. */
export function MapButtons({ map, fitLabel, onFit }: MapButtonsProps) {
  const { t } = useLingui();
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
    </Box>
  );
}
