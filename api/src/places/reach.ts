/** Kilometres from its middle that a city of so many people reaches: a disc with 8,000 of them on each km². */
export const reachOf = (population: number): number => Math.sqrt(population / (8000 * Math.PI));
