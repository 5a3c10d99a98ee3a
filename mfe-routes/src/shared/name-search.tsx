import { useLingui } from '@lingui/react/macro';
import { Field, Input } from '@waymark/ui';
import { useEffect, useState } from 'react';

interface NameSearchProps {
  /** What is searched for. */
  name: string;
  onSearch: (name: string) => void;
}

const PAUSE_MS = 300;

/** Searches as one types, once the typing pauses. */
export function NameSearch({ name, onSearch }: NameSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useState(name);
  const [before, setBefore] = useState(name);
  // Going back or a button changed it.
  if (name !== before) {
    setBefore(name);
    if (name !== text.trim()) setText(name);
  }
  useEffect(() => {
    if (text.trim() === name) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, name, onSearch]);
  return (
    <Field label={t`Search by name`} hideLabel>
      <Input
        type="search"
        value={text}
        maxLength={100}
        placeholder={t`Search by name`}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
