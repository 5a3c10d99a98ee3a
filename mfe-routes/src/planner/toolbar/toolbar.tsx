import { useLingui } from '@lingui/react/macro';
import {
  ExpandIcon,
  Flex,
  Menu,
  type MenuItem,
  RedoIcon,
  RouteIcon,
  ShrinkIcon,
  UndoIcon,
  Box,
  IconButton,
  Tooltip,
} from '@waymark/ui';
import type { ReactElement, ReactNode, SVGProps } from 'react';
import { type CommandId, COMMANDS, type CommandTargets, runCommand } from '../commands/commands.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import * as paths from './icon-paths.ts';

const glyph = (path: string) => (props: SVGProps<SVGSVGElement>) => (
  <svg
    width="1.375em"
    height="1.375em"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    {...props}
  >
    <path d={path} />
  </svg>
);

const FootIcon = glyph(paths.FOOT);
const BikeIcon = glyph(paths.BIKE);
const CarIcon = glyph(paths.CAR);
const StraightIcon = glyph(paths.STRAIGHT);
const NoteIcon = glyph(paths.NOTE);
const SplitIcon = glyph(paths.SPLIT);
const AvoidIcon = glyph(paths.AVOID);
const ShapeIcon = glyph(paths.SHAPE);
const KeyboardIcon = glyph(paths.KEYBOARD);

interface ToolbarProps {
  planner: Planner;
  opens: CommandTargets;
  full: boolean;
  /** More for the menu of the whole route, such as taking one over from a file. */
  more?: readonly MenuItem[];
}

const MODES = [
  [1, 'foot', FootIcon],
  [2, 'bike', BikeIcon],
  [3, 'car', CarIcon],
  [0, 'straight', StraightIcon],
] as const;

const SHAPES: readonly CommandId[] = [
  'roundTrip',
  'backToStart',
  'closeLoop',
  'outAndBack',
  'reverse',
  'cutOut',
  'clear',
];

/** More of them where there is no room for the rail. */
const ON_PHONES: readonly CommandId[] = ['note', 'split', 'avoid', 'fit', 'fullScreen', ...SHAPES];
/** A fine pointer suggests a keyboard, also in narrow windows. */
const hasKeys = () => matchMedia('(any-pointer: fine)').matches;

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex
      role="group"
      aria-label={label}
      direction="column"
      bg="surface"
      borderRadius="md"
      border="hairline"
      p={0.5}
      gap={0.5}
      flex="none"
    >
      {children}
    </Flex>
  );
}

/** What of the commands can be done now, in the order of the list. */
const usePossible = (planner: Planner, ids: readonly CommandId[]) =>
  usePlanner(planner, (state) => ids.filter((id) => COMMANDS[id].can?.(state) ?? true).join(' ')).split(' ');

function useMenuItems(
  { planner, opens, more }: ToolbarProps,
  ids: readonly CommandId[],
  keys: boolean,
): MenuItem[] {
  const { i18n } = useLingui();
  const possible = usePossible(planner, ids);
  return [
    ...ids.map((id): MenuItem => ({
      label: keys ? `${i18n._(COMMANDS[id].label)} · ${COMMANDS[id].key}` : i18n._(COMMANDS[id].label),
      disabled: !possible.includes(id),
      onSelect: () => runCommand(id, planner, opens),
      danger: id === 'clear',
      separated: id === 'clear',
    })),
    ...(more ?? []),
  ];
}

/** The toolbar beside the map. */
export function Toolbar(props: ToolbarProps) {
  const { t } = useLingui();
  const { planner, opens, full } = props;
  const mode = usePlanner(planner, (state) => state.mode);
  const tool = usePlanner(planner, (state) => state.tool);
  const items = useMenuItems(props, SHAPES, true);
  const button = (id: CommandId, icon: ReactElement, chosen?: boolean) => (
    <ToolButton key={id} {...{ id, icon, planner, opens }} {...(chosen !== undefined && { chosen })} />
  );
  return (
    <Flex
      as="section"
      aria-label={t`Tools`}
      data-part="rail"
      position="absolute"
      top={3}
      left={3}
      zIndex={1}
      direction="column"
      wrap="wrap"
      maxH="calc(100% - 24px)"
      gap={2}
    >
      <Group label={t`Next leg`}>
        {MODES.map(([value, id, Icon]) => button(id, <Icon />, mode === value))}
      </Group>
      <Group label={t`Steps`}>
        {button('undo', <UndoIcon size="1.375em" />)}
        {button('redo', <RedoIcon size="1.375em" />)}
      </Group>
      <Group label={t`On the line`}>
        {button('note', <NoteIcon />, tool === 'note')}
        {button('split', <SplitIcon />, tool === 'split')}
        {button('avoid', <AvoidIcon />, tool === 'avoid')}
        <Menu label={t`The whole route`} icon={<ShapeIcon />} items={items} />
      </Group>
      <Group label={t`View`}>
        {button('fit', <RouteIcon size="1.375em" />)}
        {button('fullScreen', full ? <ShrinkIcon size="1.375em" /> : <ExpandIcon size="1.375em" />, full)}
        {button('keys', <KeyboardIcon />)}
      </Group>
    </Flex>
  );
}

/** The toolbar of phones: frequent tools as buttons, the others in a menu. */
export function PhoneToolbar(props: ToolbarProps) {
  const { t, i18n } = useLingui();
  const { planner, opens } = props;
  const mode = usePlanner(planner, (state) => state.mode);
  const items = useMenuItems(props, hasKeys() ? [...ON_PHONES, 'keys'] : ON_PHONES, false);
  const [, chosen, ModeIcon] = MODES.find(([value]) => value === mode)!;
  const now = i18n._(COMMANDS[chosen].label);
  return (
    <Flex as="section" aria-label={t`Tools`} data-part="rail" gap={1} px={2} py={1}>
      <Menu
        label={t`Next leg: ${now}`}
        icon={<ModeIcon />}
        items={MODES.map(([, id, Icon]) => ({
          label: i18n._(COMMANDS[id].label),
          icon: <Icon />,
          onSelect: () => runCommand(id, planner, opens),
        }))}
      />
      <ToolButton id="undo" icon={<UndoIcon size="1.375em" />} planner={planner} opens={opens} />
      <ToolButton id="redo" icon={<RedoIcon size="1.375em" />} planner={planner} opens={opens} />
      <Menu label={t`The whole route`} icon={<ShapeIcon />} items={items} />
    </Flex>
  );
}

interface ToolButtonProps {
  id: CommandId;
  icon: ReactElement;
  planner: Planner;
  opens: CommandTargets;
  /** It is the one in use; leave out where nothing is chosen by it. */
  chosen?: boolean;
}

/** A tool, with the key that does the same. */
function ToolButton({ id, icon, planner, opens, chosen }: ToolButtonProps) {
  const { i18n } = useLingui();
  const { label, key, can } = COMMANDS[id];
  const possible = usePlanner(planner, (state) => can?.(state) ?? true);
  const name = i18n._(label);
  return (
    <Tooltip content={name} shortcut={key}>
      <Box
        as="span"
        display="inline-flex"
        bg={chosen ? 'ink' : 'surface'}
        color={chosen ? 'paper' : 'ink'}
        borderRadius="sm"
      >
        <IconButton
          label={name}
          title=""
          icon={icon}
          aria-keyshortcuts={key === 'Ctrl S' ? 'Control+S' : key}
          aria-pressed={chosen}
          aria-disabled={!possible || undefined}
          opacity={possible ? 1 : 0.4}
          color="inherit"
          minW={{ base: '44px', md: '40px' }}
          minH={{ base: '44px', md: '40px' }}
          onClick={() => runCommand(id, planner, opens)}
        />
      </Box>
    </Tooltip>
  );
}
