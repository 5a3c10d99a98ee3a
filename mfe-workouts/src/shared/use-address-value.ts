import { useSearchParams } from 'react-router-dom';

/**
 * One choice of a page that lives in its address, such as a month or a filter: it survives 'back', a reload and a
 * copied link. The usual choice leaves no trace there; what makes no sense counts as the usual one.
 */
export function useAddressValue<T extends string>(
  name: string,
  usual: T,
  isValid: (text: string) => boolean,
): [T, (value: T) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get(name);
  return [
    text !== null && isValid(text) ? (text as T) : usual,
    (value) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === usual) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
  ];
}
