/** What is put off until the press is over; null while nothing is pressed. Each press has an array of its own. */
let putOff: (() => void)[] | null = null;

function release(press = putOff): void {
  // The next press has begun before the timer of this one: it is over when that is.
  if (press !== putOff) return;
  putOff = null;
  for (const change of press ?? []) change();
}

/**
 * For what appears or goes when the focus leaves a field: the focus leaves as the button goes down, and whatever is
 * pressed would move away from under the pointer before it is released, so that no click follows.
 * @param change runs at once, or during a press once its click has been handled
 */
export function afterPress(change: () => void): void {
  if (putOff) putOff.push(change);
  else change();
}

if (typeof window !== 'undefined') {
  // A finger's mouse events follow once it has left the screen.
  window.addEventListener('mousedown', () => (putOff = [...(putOff ?? [])]), true);
  window.addEventListener('click', () => release());
  // Also where a press ends without a click, or its click goes no further; a menu of the browser swallows what follows.
  for (const end of ['mouseup', 'contextmenu', 'keyup'])
    window.addEventListener(end, () => setTimeout(release, 0, putOff), true);
}
