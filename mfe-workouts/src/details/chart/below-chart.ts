export { ChartTable } from './chart-table.tsx';
export { SelectedPart } from './selected-part.tsx';
