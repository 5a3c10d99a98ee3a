import { useLingui } from '@lingui/react';
import type { FileImport } from '@waymark/api-contract';
import type * as problemMessages from '@waymark/remote/problem-messages';
import { useEffect, useState } from 'react';

type Messages = Pick<typeof problemMessages, 'translateProblem'>;

/**
 * Puts the problem of a file into the language of the page. The server's sentence is English and says more than its
 * code: pages in English show it, as do others for unknown codes and where the catalogue cannot be loaded.
 */
export function useFileProblemText(): (problem: FileImport['problem']) => string | undefined {
  const { i18n } = useLingui();
  const [messages, setMessages] = useState<Messages | 'missing'>();
  const isEnglish = i18n.locale.startsWith('en');
  useEffect(() => {
    if (isEnglish) return;
    import(/* webpackChunkName: "problem-messages" */ '@waymark/remote/problem-messages').then(
      setMessages,
      () => setMessages('missing'),
    );
  }, [isEnglish]);
  return (problem) => {
    if (problem === null || isEnglish || messages === 'missing') return problem?.message;
    // Nothing rather than a sentence that is replaced a moment later.
    if (!messages) return '';
    return messages.translateProblem(i18n, problem.code) ?? problem.message;
  };
}
