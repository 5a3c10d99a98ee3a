// Drawn for the product on a 24 px grid, one path each. A page carries the files of which it shows an icon.
export * from './actions.tsx';
export * from './controls.tsx';
export * from './edits.tsx';
export * from './figures.tsx';
export * from './files.tsx';
export * from './maps.tsx';
export * from './messages.tsx';
export * from './people.tsx';
