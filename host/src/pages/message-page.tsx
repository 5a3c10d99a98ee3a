import type { ReactNode } from 'react';

/** A page that has one thing to say, and ways on. */
export function MessagePage(props: { title: ReactNode; children: ReactNode; actions: ReactNode }) {
  return (
    <section className="wm-h-message">
      <svg className="wm-h-message-mark" viewBox="0 0 240 96" aria-hidden="true">
        <path d="M2 78C30 74 34 34 62 34s26 36 52 36 26-52 56-52" />
        <path className="wm-h-message-lost" d="M170 18c24 0 26 44 66 40" />
        <circle cx="170" cy="18" r="6" />
      </svg>
      <h1>{props.title}</h1>
      <p>{props.children}</p>
      <div className="wm-h-message-actions">{props.actions}</div>
    </section>
  );
}
