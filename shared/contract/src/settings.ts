import type { StartupSettings } from '@waymark/api-contract';
import { engine } from './engine.ts';

export const getSettings = (): StartupSettings => engine().settings();
/** The variant of a rollout for this visitor, undefined when they are in none. */
export const getRollout = (name: string): string | undefined => engine().rollout(name);
/** The language of the page, for instance 'en-us'; 'pseudo' in tests. */
export const getLocale = (): string => engine().locale();
/** The country the visitor seems to be in (ISO code), or null. */
export const getCountry = (): string | null => engine().settings().country;
