import { type CommandId, commandOf } from './commands.ts';

/** What has its own use for keys. */
const BUSY =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=combobox]';
/** What is pressed by these keys, or moved by them. */
const OWN_KEYS = new Set(['Enter', ' ', 'Tab']);

/** The command that a key means where it was pressed; null for none. */
export function keyCommand(event: KeyboardEvent): CommandId | null {
  if (event.defaultPrevented || event.isComposing || OWN_KEYS.has(event.key)) return null;
  const busy = event.target instanceof Element && event.target.closest(BUSY);
  const saves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (document.querySelector('dialog:modal') || (busy && !saves)) return null;
  return commandOf(event);
}
