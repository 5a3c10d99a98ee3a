// What the log form can do without at first.
export { GearSelect } from '../details/gear/gear-select.tsx';
export { RoutePick } from './route-pick.tsx';
export { EffortPicker } from './effort-picker.tsx';
export { MoodPicker } from './mood-picker.tsx';
export { PhotoPicks } from './photo-picks.tsx';
export { StartChoices } from './start-choices.tsx';
export { ClockNote } from './clock-note.tsx';
