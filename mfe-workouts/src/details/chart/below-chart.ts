export { RecordingTable } from './recording-table.tsx';
export { SelectedPart } from './selected-part.tsx';
