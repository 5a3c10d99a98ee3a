import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { type PlacedNote, placedNotes, turnOf } from '@waymark/routes';
import {
  Box,
  Button,
  PlusIcon,
  Stack,
  Switch,
  Text,
  VisuallyHidden,
  CommentIcon,
  chakra,
  EditIcon,
  Flex,
  IconButton,
  TrashIcon,
} from '@waymark/ui';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { createUndoAction } from '../store/synchronous-edits.ts';
import { createNote, moveNote, coursePositionAt } from './note-position.ts';
import { NoteForm } from './note-form.tsx';
import { pointLetter } from '../../shared/point-letter.ts';
import { TurnIcon } from '../../shared/turn-icon.tsx';

/** Rows shown at first: the turns of a long course are many. */
const FIRST = 60;

interface NotesPanelProps {
  planner: Planner;
  /** A place clicked on the map, in metres along: the form opens there. */
  at?: number | null;
  /** The form for `at` was closed. */
  onPlaced?: () => void;
}

type Open = { kind: 'new'; along: number } | { kind: 'change'; listed: PlacedNote } | null;

/** Notes of one's own and turn instructions along the course. */
export function NotesPanel({ planner, at = null, onPlaced }: NotesPanelProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const plan = usePlanner(planner, (state) => state.plan);
  const whole = usePlanner(planner, (state) => state.whole);
  const selected = usePlanner(planner, (state) => state.selected);
  const [opened, setOpen] = useState<Open>(null);
  // A click on the map opens the form, or moves the note that is being written.
  const open: Open = at !== null && opened?.kind !== 'change' ? { kind: 'new', along: at } : opened;
  const [turns, setTurns] = useState(true);
  const [all, setAll] = useState(false);
  const [said, setSaid] = useState('');
  const adder = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Number of the row, or -1 for the button above, that the focus goes to. */
  const goal = useRef<{ row: number; button: 'edit' | 'remove' } | null>(null);

  const notes = useMemo(() => placedNotes(plan, whole), [plan, whole]);
  const hasTurns = notes.some(({ note }) => !note.isCustomNote);
  const kept = turns ? notes : notes.filter(({ note }) => note.isCustomNote);
  const shown = all ? kept : kept.slice(0, FIRST);
  const total = whole.along.at(-1) ?? 0;
  const chosen =
    selected === null
      ? null
      : { letter: pointLetter(selected), along: whole.along[whole.starts[selected] ?? 0] ?? 0 };

  useLayoutEffect(() => {
    if (!goal.current) return;
    const { row, button } = goal.current;
    goal.current = null;
    const rows = [...(list.current?.children ?? [])];
    const target = rows[Math.min(row, rows.length - 1)]?.querySelector<HTMLElement>(`[data-note=${button}]`);
    (target ?? adder.current?.querySelector('button'))?.focus();
  });

  const placeOf = (meters: number) => formatDistanceText(meters, system, locale);
  const close = (row = -1) => {
    goal.current = { row, button: 'edit' };
    setOpen(null);
    onPlaced?.();
  };

  const save = (text: string, along: number) => {
    const spot = coursePositionAt(whole, along);
    if (!spot || !open) return;
    // A step back may have taken away the note that was being changed: what was written is not lost.
    const gone =
      open.kind === 'change' &&
      plan.segments[open.listed.segment]?.notes[open.listed.index] !== open.listed.note;
    if (open.kind === 'new' || gone) {
      planner.addNote(spot.segment, createNote(spot, text), spot.atEnd);
      setSaid(t`The note at ${placeOf(along)} is added.`);
      close();
    } else {
      const { at: first, segments } = moveNote(plan, open.listed, spot, text);
      planner.splice(first, segments.length, segments);
      setSaid(t`The note is at ${placeOf(along)} now.`);
      const { plan: next, whole: line } = planner.get();
      const now = placedNotes(next, line).filter(({ note }) => turns || note.isCustomNote);
      close(now.findIndex(({ note }) => note.isCustomNote && note.instructions === text));
    }
  };

  const remove = (listed: PlacedNote) => {
    const others = plan.segments[listed.segment]!.notes.filter((_, index) => index !== listed.index);
    goal.current = { row: kept.indexOf(listed), button: 'remove' };
    planner.setNotes(listed.segment, others);
    setSaid(t`The note is deleted.`);
    notify({
      kind: 'success',
      text: t`The note is deleted.`,
      action: { label: t`Undo`, run: createUndoAction(planner) },
    });
  };

  if (plan.segments.length === 0) {
    return (
      <Text muted size="sm">
        <Trans>Notes go along a route. Draw two points first.</Trans>
      </Text>
    );
  }
  return (
    <Stack as="section" gap={3} aria-label={t`Notes`}>
      {open ? (
        <NoteForm
          key={open.kind === 'new' ? 'new' : `${open.listed.segment} ${open.listed.index}`}
          text={open.kind === 'new' ? '' : open.listed.note.instructions}
          along={open.kind === 'new' ? open.along : open.listed.along}
          total={total}
          chosen={chosen}
          onSave={save}
          onCancel={() => close(open.kind === 'new' ? -1 : kept.indexOf(open.listed))}
        />
      ) : (
        <Box ref={adder}>
          <Button
            icon={<PlusIcon />}
            onClick={() => setOpen({ kind: 'new', along: planner.get().cursor ?? chosen?.along ?? 0 })}
          >
            <Trans>Add a note</Trans>
          </Button>
        </Box>
      )}
      {hasTurns && (
        <Switch label={<Trans>Show turn instructions</Trans>} checked={turns} onChange={setTurns} />
      )}
      {kept.length === 0 && !open && (
        <Text muted size="sm">
          <Trans>No notes yet. Mark a spring, a gate or a meeting point.</Trans>
        </Text>
      )}
      <Box as="ul" ref={list} listStyleType="none" p={0} m={0} aria-label={t`Along the route`}>
        {shown.map((listed) => (
          <NoteRow
            key={`${listed.segment} ${listed.index}`}
            listed={listed}
            onShow={() => planner.setCursor(listed.along)}
            onEdit={() => setOpen({ kind: 'change', listed })}
            onRemove={() => remove(listed)}
          />
        ))}
      </Box>
      {shown.length < kept.length && (
        <Button onClick={() => setAll(true)}>
          <Trans>Show all {kept.length}</Trans>
        </Button>
      )}
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </Stack>
  );
}

interface NoteRowProps {
  listed: PlacedNote;
  onShow: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A note or a turn, with the distance at which one comes by it. Turns are the router's and stay as they are. */
function NoteRow({ listed, onShow, onEdit, onRemove }: NoteRowProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { note, along } = listed;
  const own = note.isCustomNote;
  const text = note.instructions;
  return (
    <Flex as="li" gap={1} align="flex-start" borderTop="hairline" py={1}>
      <chakra.button
        type="button"
        display="flex"
        gap={3}
        flex={1}
        minW={0}
        minH="44px"
        py={2}
        alignItems="flex-start"
        textAlign="start"
        cursor="pointer"
        borderRadius="sm"
        _hover={{ bg: 'sunken' }}
        onClick={onShow}
        onFocus={onShow}
      >
        <Box as="span" flex="none" color={own ? 'sun.fg' : 'muted'} mt="1px">
          {own ? <CommentIcon size={18} /> : <TurnIcon turn={turnOf({ text, own })} />}
          <VisuallyHidden>{own ? <Trans>Your note:</Trans> : <Trans>Turn:</Trans>}</VisuallyHidden>
        </Box>
        <Box
          as="span"
          flex={1}
          minW={0}
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
          fontSize="sm"
          color={own ? undefined : 'muted'}
        >
          {text}
        </Box>
        <Box as="span" flex="none" fontSize="sm" data-figure="">
          {formatDistanceText(along, system, locale)}
        </Box>
      </chakra.button>
      {own && (
        <>
          <IconButton
            size="sm"
            data-note="edit"
            label={t`Change note: ${text}`}
            icon={<EditIcon />}
            onClick={onEdit}
          />
          <IconButton
            size="sm"
            data-note="remove"
            label={t`Delete note: ${text}`}
            icon={<TrashIcon />}
            onClick={onRemove}
          />
        </>
      )}
    </Flex>
  );
}
