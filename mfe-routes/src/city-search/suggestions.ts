import type { PlaceSuggestion } from '@waymark/api-contract';
import { placeCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { useEffect, useState } from 'react';

/** Letters from which on places are looked up. */
export const LETTERS_MIN = 3;
const DEBOUNCE_MS = 300;
const AN_HOUR = 3_600_000;

export interface Suggestions {
  status: 'idle' | 'loading' | 'found' | 'failed';
  places: readonly PlaceSuggestion[];
  retry: () => void;
}

/** Places whose names begin with what is typed, asked for once the typing pauses. Older answers are dropped. */
export function useSuggestions(typed: string): Suggestions {
  const term = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(term), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term]);
  const { data, isError, isFetching, refetch } = useCall(
    placeCalls.search,
    { query: { term: asked } },
    { enabled: asked.length >= LETTERS_MIN, staleTime: AN_HOUR },
  );
  const retry = () => void refetch();
  if (term.length < LETTERS_MIN) return { status: 'idle', places: [], retry };
  if (asked !== term || isFetching) return { status: 'loading', places: [], retry };
  if (isError) return { status: 'failed', places: [], retry };
  return { status: 'found', places: data?.suggestions ?? [], retry };
}
