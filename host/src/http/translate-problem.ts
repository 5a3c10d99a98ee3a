import type { ErrorBody } from '@waymark/api-contract';
import type { I18n } from '@lingui/core';

type ErrorFieldProblem = NonNullable<ErrorBody['field_problems']>[string][number];

const loadMessages = () =>
  import(/* webpackChunkName: "problem-messages" */ '@waymark/remote/problem-messages');

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'error_description' in body;

/**
 * Translates the sentences of a refused call by their codes, so that every page which shows them speaks the visitor's
 * language. The server's own sentences are English and may say more than the code: pages in English keep them, as do
 * unknown codes and pages that cannot load the catalogue.
 */
export const createProblemTranslator =
  (i18n: I18n, load = loadMessages) =>
  async (body: unknown): Promise<unknown> => {
    if (!isErrorBody(body) || i18n.locale.startsWith('en')) return body;
    const messages = await load().catch(() => null);
    if (!messages) return body;
    const translateField = (sentence: string, problem: ErrorFieldProblem | undefined) =>
      (problem && messages.translateFieldProblem(i18n, problem.code, problem.parameters)) ?? sentence;
    const { error, error_description, parameters, diagnostics, field_problems: problems = {} } = body;
    return {
      ...body,
      error_description: messages.translateProblem(i18n, error, parameters) ?? error_description,
      ...(diagnostics && {
        diagnostics: Object.fromEntries(
          Object.entries(diagnostics).map(([field, sentences]) => [
            field,
            sentences.map((sentence, i) => translateField(sentence, problems[field]?.[i])),
          ]),
        ),
      }),
    };
  };
