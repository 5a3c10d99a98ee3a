// Everything that needs the recording's columns comes in one file.
export { ChartPanel } from './chart-panel.tsx';
export { Analysis } from '../splits/analysis.tsx';
