import { Observable } from 'rxjs/internal/Observable';

/** Waits once, by the browser's timer. The library's also repeats, and brings its schedulers. */
export const timer = (ms: number): Observable<0> =>
  new Observable((subscriber) => {
    const timeout = setTimeout(() => {
      subscriber.next(0);
      subscriber.complete();
    }, ms);
    return () => clearTimeout(timeout);
  });
