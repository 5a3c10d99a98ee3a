import { Trans, useLingui } from '@lingui/react/macro';
import { getCountry, notify, track } from '@waymark/contract';
import { lineBounds, type MapView } from '@waymark/map';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Button, Flex, IconButton, ListIcon, useViewport } from '@waymark/ui';
import type { Place } from '@waymark/routes';
import { METERS_PER_KILOMETER, METERS_PER_MILE } from '@waymark/units';
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { MapBox } from '../map/map-box.tsx';
import { useFullScreen } from '../map/use-full-screen.ts';
import { useImportDialog } from './import/use-import-dialog.tsx';
import { replaceInstantPlanner } from './instant-planner/handover.ts';
import { type CommandId, type CommandTargets, runCommand } from './commands/commands.ts';
import { useKeyboardCommands } from './commands/use-keyboard-commands.ts';
import { AVOIDED_STREET_MAX_METERS } from './legs/avoided-streets.ts';
import { formatDistanceText } from './format-figures.ts';
import { attachPlanner } from './map/attach-planner.ts';
import { DemoTownHelp, ToolHint } from './toolbar/tool-hint.tsx';
import { initialView, rememberView } from './map/initial-view.ts';
import { FIT_OPTIONS } from './map/map-geometry.ts';
import type { OpenMenu } from './map/place-menu.tsx';
import { PlannerNotices } from './notices/planner-notices.tsx';
import { type Panel, SidePanel } from './side-panel.tsx';
import type { Planner } from './planner.ts';
import { Toolbar, PhoneToolbar } from './toolbar/toolbar.tsx';
import { ProfileSheet } from './profile-sheet/profile-sheet.tsx';
import type { OpenedPlanner } from './use-opened-planner.ts';

const PlaceMenu = lazy(() =>
  import(/* webpackChunkName: "planner-menu" */ './map/place-menu.tsx').then((m) => ({
    default: m.PlaceMenu,
  })),
);
const KeyList = lazy(() =>
  import(/* webpackChunkName: "planner-menu" */ './commands/keyboard-help.tsx').then((m) => ({
    default: m.KeyboardHelp,
  })),
);
const PartDialog = lazy(() =>
  import(/* webpackChunkName: "planner-round-trip" */ './cut-out/cut-out-dialog.tsx').then((m) => ({
    default: m.CutOutDialog,
  })),
);
const RoundTripDialog = lazy(() =>
  import(/* webpackChunkName: "planner-round-trip" */ './round-trip/round-trip-dialog.tsx').then((m) => ({
    default: m.RoundTripDialog,
  })),
);

/** Full height below the page header. */
const HEIGHT = { base: 'calc(100dvh - 64px)', md: 'calc(100dvh - 68px)' };
/** Narrower windows show the map alone at first. */
const ROOM_FOR_PANEL = 1024;
const hasRoomForPanel = () => window.innerWidth >= ROOM_FOR_PANEL;

type Dialog = { name: 'keys' | 'part' } | { name: 'round-trip'; place?: Place | undefined } | null;

/** The planner's page: map, toolbar, panels and dialogs. */
export function PlannerWorkspace({
  opened: { planner, ahead, restored, changed, startAgain },
}: {
  opened: OpenedPlanner;
}) {
  const { t } = useLingui();
  const { search } = useLocation();
  const { isMobile } = useViewport();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const unit = system === 'imperial' ? METERS_PER_MILE : METERS_PER_KILOMETER;
  const whole = useRef<HTMLDivElement>(null);
  const full = useFullScreen(whole, undefined);
  const [view] = useState(() => initialView(search));
  const [map, setMap] = useState<MapView | null>(null);
  const [panel, setPanel] = useState<Panel | null>(() => (hasRoomForPanel() ? 'points' : null));
  useEffect(() => {
    let hadRoom = hasRoomForPanel();
    // A tablet that is turned: what was beside the map would lie over it.
    const closePanelWithoutRoom = () => {
      if (hadRoom && !hasRoomForPanel()) setPanel((open) => (open === 'points' ? null : open));
      hadRoom = hasRoomForPanel();
    };
    addEventListener('resize', closePanelWithoutRoom);
    return () => removeEventListener('resize', closePanelWithoutRoom);
  }, []);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [noteAt, setNoteAt] = useState<number | null>(null);
  const imports = useImportDialog(planner);

  const writeNote = (along: number) => {
    setNoteAt(along);
    setPanel('notes');
    planner?.setTool('draw');
  };
  const opens: CommandTargets = {
    panel: (next) => setPanel(next === panel ? null : next),
    roundTrip: () => setDialog({ name: 'round-trip' }),
    cutOut: () => setDialog({ name: 'part' }),
    keys: () => setDialog({ name: 'keys' }),
    fullScreen() {
      if (!full.on) track('route_fullscreen_clicked');
      full.toggle();
    },
    fit() {
      const bounds = planner && lineBounds(planner.get().whole.line);
      if (bounds) map?.fit(bounds, FIT_OPTIONS);
    },
  };
  useKeyboardCommands(planner, opens);

  const attach = useEffectEvent((map: MapView, planner: Planner, unit: number) => {
    // A map that was already drawn on keeps its viewport.
    const bounds = map !== ahead?.map && lineBounds(planner.get().whole.line);
    if (bounds) map.fit(bounds, { ...FIT_OPTIONS, animate: false });
    const longest = formatDistanceText(AVOIDED_STREET_MAX_METERS, system, locale);
    return attachPlanner(map, planner, {
      unit,
      onMenu: (hit, { x, y }) => setMenu({ hit, x, y }),
      onNote: (along) => writeNote(along),
      onUnclearStreet: () =>
        notify({
          kind: 'warning',
          text: t`Zoom in until you can tell the streets apart. You can avoid up to ${longest} at once.`,
        }),
    });
  });
  // As early as an effect can: a click on the map that comes before is lost.
  useLayoutEffect(() => (map && planner ? attach(map, planner, unit) : undefined), [map, planner, unit]);
  const lookAround = useEffectEvent((map: MapView, planner: Planner) => {
    if (view.chosen || planner.get().plan.start) return;
    // Nobody drew or looked anywhere yet: where they train is a better guess than the middle of a continent.
    import(/* webpackChunkName: "planner-menu" */ './map/training-view.ts').then(
      ({ showTrainingPlace }) => showTrainingPlace(map, getCountry()),
      () => {},
    );
  });
  useEffect(() => {
    if (map && planner) lookAround(map, planner);
  }, [map, planner]);
  const runPendingCommand = useEffectEvent((id: CommandId) => {
    if (planner && id !== panel) runCommand(id, planner, opens);
  });
  useEffect(() => {
    const pendingCommand = ahead?.pendingCommand();
    if (pendingCommand) runPendingCommand(pendingCommand);
  }, [ahead]);

  const save = (
    <Button variant="primary" size="sm" onClick={() => setPanel('save')}>
      <Trans>Save</Trans>
    </Button>
  );
  return (
    <Box
      ref={whole}
      data-part="planner"
      position={full.fills ? 'fixed' : 'relative'}
      {...(full.fills && { inset: 0, zIndex: 80 })}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: panel ? 'minmax(0, 1fr) 360px' : 'minmax(0, 1fr)' }}
      gridTemplateRows="minmax(0, 1fr) auto"
      h={full.on ? '100%' : HEIGHT}
      minH="420px"
      bg="paper"
    >
      <Box position="relative" minW={0} minH={0}>
        <MapBox
          label={t`Map of the route. Click to add points.`}
          center={view.center}
          zoom={view.zoom}
          height="100%"
          controls={['zoom', 'type', 'locate']}
          drawn={ahead?.map ?? null}
          onMap={(made) => {
            if (ahead) replaceInstantPlanner(ahead);
            setMap(made);
            const stop = rememberView(made);
            return () => {
              stop();
              setMap(null);
            };
          }}
        >
          {planner && (
            <>
              <ToolHint planner={planner}>
                {map && !view.chosen && <DemoTownHelp map={map} planner={planner} />}
              </ToolHint>
              <PlannerNotices
                planner={planner}
                restored={restored}
                changed={changed}
                onStartAgain={startAgain}
                onImport={imports.open}
              />
              <Suspense>
                {menu && (
                  <PlaceMenu
                    key={`${menu.x} ${menu.y}`}
                    open={menu}
                    planner={planner}
                    onNote={writeNote}
                    onRoundTrip={(place) => setDialog({ name: 'round-trip', place })}
                    onClose={() => setMenu(null)}
                  />
                )}
              </Suspense>
            </>
          )}
        </MapBox>
        {planner && !isMobile && (
          <Toolbar planner={planner} opens={opens} full={full.on} more={imports.items} />
        )}
      </Box>
      {planner && (
        <Box minW={0} gridColumn={1}>
          <ProfileSheet
            planner={planner}
            actions={
              <>
                {!panel && (
                  <Button size="sm" icon={<ListIcon />} onClick={() => setPanel('points')}>
                    <Trans>Points</Trans>
                  </Button>
                )}
                {panel !== 'save' && save}
              </>
            }
          />
          {isMobile && (
            <Flex align="center" gap={2} pe={3} pb="env(safe-area-inset-bottom)" borderTop="hairline">
              <Box flex={1} minW={0}>
                <PhoneToolbar planner={planner} opens={opens} full={full.on} more={imports.items} />
              </Box>
              <IconButton label={t`Points`} icon={<ListIcon />} onClick={() => setPanel('points')} />
              {save}
            </Flex>
          )}
        </Box>
      )}
      {planner && panel && (
        <Box
          gridColumn={{ lg: 2 }}
          gridRow={{ lg: '1 / -1' }}
          minH={0}
          display={{ base: 'contents', lg: 'grid' }}
        >
          <SidePanel
            planner={planner}
            panel={panel}
            onPanel={setPanel}
            noteAt={noteAt}
            onNoted={() => setNoteAt(null)}
            onImport={imports.open}
          />
        </Box>
      )}
      {imports.layer}
      <Suspense>
        {dialog?.name === 'keys' && <KeyList open onClose={() => setDialog(null)} />}
        {planner && dialog?.name === 'part' && (
          <PartDialog planner={planner} open onClose={() => setDialog(null)} />
        )}
        {planner && dialog?.name === 'round-trip' && (
          <RoundTripDialog
            planner={planner}
            open
            {...(dialog.place && { place: dialog.place })}
            onClose={() => setDialog(null)}
            onDrawn={() => opens.fit()}
          />
        )}
      </Suspense>
    </Box>
  );
}
