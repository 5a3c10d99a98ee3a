import { Observable } from 'rxjs/internal/Observable';

const fromArrayLike = <T>(list: ArrayLike<T>): Observable<T> =>
  new Observable((subscriber) => {
    for (let at = 0; at < list.length && !subscriber.closed; at++) subscriber.next(list[at] as T);
    subscriber.complete();
  });

const fromPromise = <T>(promise: Promise<T>): Observable<T> =>
  new Observable((subscriber) => {
    promise.then(
      (value) => {
        subscriber.next(value);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
  });

/** Observables come from observables, lists and promises here; the library's module also brings iterators and streams. */
export const innerFrom = <T>(input: Observable<T> | Promise<T> | ArrayLike<T>): Observable<T> => {
  if (input instanceof Observable) return input;
  return 'length' in input ? fromArrayLike(input) : fromPromise(input);
};

/** Waits once, by the browser's timer. The library's also repeats, and brings its schedulers. */
export const timer = (ms: number): Observable<0> =>
  new Observable((subscriber) => {
    const timeout = setTimeout(() => {
      subscriber.next(0);
      subscriber.complete();
    }, ms);
    return () => clearTimeout(timeout);
  });

/** No observable of ours is given a scheduler. */
export const scheduled = (): never => {
  throw new TypeError('Observables are not scheduled here.');
};
