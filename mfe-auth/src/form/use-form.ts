import { useFocusInvalid } from '@waymark/ui';
import { useRef, useState, type SubmitEvent } from 'react';
import type { Problems } from './problems.ts';

export interface FormAnswer<F extends string> {
  problems?: Problems<F>;
  /** About the form as a whole. */
  text?: string;
}

export interface FormOptions<V extends object, F extends keyof V & string> {
  initial: V;
  /** The fields that can be wrong. */
  fields: readonly F[];
  check: (values: V) => Problems<F>;
  /** A submit that was not sent, because of these. */
  refused?: (problems: Problems<F>) => void;
  /** Resolves with 'leaving' when another page opens: the form stays busy until it is gone. */
  send: (values: V) => Promise<'leaving' | void>;
  /** Puts the failure of `send` into words. */
  failed: (error: unknown, values: V) => FormAnswer<F>;
}

/** What a field needs of its form. */
export interface FormState<F extends string> {
  /** The sentence to show: only once the field was left or the form was submitted. */
  error: (field: F) => string | undefined;
  touch: (field: F) => void;
}

/** Values, touched fields, errors and the submit of one form. What was typed stays through every failure. */
export function useForm<V extends object, F extends keyof V & string>(options: FormOptions<V, F>) {
  const { initial, fields, check, refused, send, failed } = options;
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<F>>(new Set());
  const [answer, setAnswer] = useState<FormAnswer<F>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { form: element, focusInvalid } = useFocusInvalid();

  const problems = check(values);
  const submit = async (): Promise<void> => {
    if (sending.current) return;
    setTouched(new Set(fields));
    setAnswer({});
    const wrong = fields.filter((field) => problems[field]);
    if (wrong.length) {
      refused?.(Object.fromEntries(wrong.map((field) => [field, problems[field]])) as Problems<F>);
      focusInvalid();
      return;
    }
    sending.current = true;
    setBusy(true);
    let stay = true;
    try {
      stay = (await send(values)) !== 'leaving';
    } catch (error) {
      setAnswer(failed(error, values));
      focusInvalid();
    }
    if (!stay) return;
    sending.current = false;
    setBusy(false);
  };

  return {
    values,
    busy,
    /** About the form as a whole, from the last submit. */
    failure: answer.text,
    error: (field: F) =>
      touched.has(field) ? (problems[field]?.text ?? answer.problems?.[field]?.text) : undefined,
    touch: (field: F) => setTouched((before) => new Set([...before, field])),
    set: <K extends keyof V & string>(field: K, value: V[K]) => {
      setValues((before) => ({ ...before, [field]: value }));
      setAnswer(({ text, problems: told = {} }) => ({
        text,
        problems: Object.fromEntries(Object.entries(told).filter(([name]) => name !== field)) as Problems<F>,
      }));
    },
    /** For the `<form>` itself. */
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
