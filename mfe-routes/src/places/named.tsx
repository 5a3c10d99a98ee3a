import type { ReactNode } from 'react';

/** A name that is the same in every language of the page. */
export const Named = ({ children }: { children: ReactNode }) => <span data-untranslated="">{children}</span>;
