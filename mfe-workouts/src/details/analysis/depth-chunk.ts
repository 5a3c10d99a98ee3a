// What takes the recording apart further comes after the first view of it.
export { ZonesSection } from '../splits/zones-section.tsx';
export { PowerSection } from '../zones/power-section.tsx';
export { EffortsSection } from '../efforts/efforts-section.tsx';
