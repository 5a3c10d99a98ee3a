/** No observable of ours is given a scheduler. */
export const scheduled = (): never => {
  throw new TypeError('Observables are not scheduled here.');
};
