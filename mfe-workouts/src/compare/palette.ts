/** Colour by day and by night, and the dashes of the line: who does not see the one sees the other. */
export const LINE_STYLES: readonly { light: string; dark: string; dash: readonly number[] }[] = [
  { light: '#c23b12', dark: '#ff8f63', dash: [] },
  { light: '#1f6fa8', dark: '#74bcf0', dash: [10, 4] },
  { light: '#7a3fa0', dark: '#cfa6f2', dash: [3, 4] },
  { light: '#00695c', dark: '#52d3c0', dash: [14, 4, 3, 4] },
  { light: '#805a00', dark: '#e3b84f', dash: [7, 7] },
];

export const lineColor = (at: number): string =>
  `light-dark(${LINE_STYLES[at]!.light}, ${LINE_STYLES[at]!.dark})`;
