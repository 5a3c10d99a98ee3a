import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Flex, Text, Textarea } from '@waymark/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Mentionable } from './mentionable.tsx';
import { insertMention, mentionAt } from './mention-at.ts';
import type { SendResult } from './use-comments.ts';

/** As the contract has it; the number comes without its schemas. */
const COMMENT_MAX = 2000;

interface CommentFormProps {
  storyId: number;
  label: string;
  text: string;
  onText: (text: string) => void;
  submit: (text: string) => Promise<SendResult>;
  onCancel?: () => void;
  /** What the button says. Default Send. */
  action?: string;
  /** Each increase moves the focus to the field; 0 requests nothing. */
  focusRequests?: number;
}

/** Writes a comment or an answer. What was written stays until it was taken. */
export function CommentForm(props: CommentFormProps) {
  const { storyId, label, text, onText, submit, onCancel, action, focusRequests = 0 } = props;
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where writing goes on behind a chosen name: set with the text, before the next key is typed. */
  const chosenCaret = useRef<number>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [names, setNames] = useState<string[]>([]);
  const [isClosed, setIsClosed] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const mention = isClosed ? null : mentionAt(text, caret);
  const isOpen = mention !== null && names.length > 0;
  useEffect(() => {
    // Whoever writes elsewhere by now goes on there.
    if (focusRequests > 0 && !document.activeElement?.matches('input, textarea, select'))
      field.current?.focus();
  }, [focusRequests]);
  useLayoutEffect(() => {
    const { current } = chosenCaret;
    if (current === null) return;
    chosenCaret.current = null;
    field.current?.focus();
    field.current?.setSelectionRange(current, current);
  });

  const send = async () => {
    if (!text.trim() || isSending) return;
    setIsSending(true);
    setProblem('');
    const result = await submit(text.trim());
    setIsSending(false);
    if (result.ok) onText('');
    else setProblem(result.problem);
  };
  const choose = (username: string) => {
    if (!mention) return;
    const next = insertMention(text, mention, username);
    onText(next.text);
    setCaret(next.caret);
    chosenCaret.current = next.caret;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const name = names[active];
      if (step) setActive((active + step + names.length) % names.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && name) choose(name);
      else if (event.key === 'Escape') setIsClosed(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
    if (event.key === 'Escape' && onCancel) {
      // A dialog around the form stays open.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <Box position="relative" flex={1} minW={0}>
      <Textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={label}
        maxLength={COMMENT_MAX}
        value={text}
        style={{ minHeight: 'var(--wm-height)', resize: 'none' }}
        aria-haspopup="listbox"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          setIsClosed(false);
          setActive(0);
          setCaret(event.target.selectionStart);
          onText(event.target.value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <Mentionable
        id={listId}
        storyId={storyId}
        search={mention?.search ?? null}
        active={active}
        onNames={setNames}
        onChoose={choose}
      />
      {problem && (
        <Text role="alert" size="sm" color="danger.fg" mt={1}>
          {problem}
        </Text>
      )}
      {(text || onCancel) && (
        <Flex gap={2} justify="flex-end" mt={2} align="center">
          {text.length > COMMENT_MAX * 0.9 && (
            <Text muted size="sm" me="auto">
              {t`${COMMENT_MAX - text.length} characters left`}
            </Text>
          )}
          {onCancel && (
            <Button size="sm" variant="quiet" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            loading={isSending}
            disabled={!text.trim()}
            onClick={() => void send()}
          >
            {action ?? <Trans>Send</Trans>}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
