// What the page does not show at first comes in one file.
export { RecordsSection } from './records-section.tsx';
export { CurvesSection } from './curves-section.tsx';
export { LoadSection } from './load-section.tsx';
