// What takes the recording apart further comes after the first view of it.
export { PowerSection } from '../zones/power-section.tsx';
export { EffortsSection } from './efforts-section.tsx';
