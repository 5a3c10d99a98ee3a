import { invalid } from '../../../kernel/server/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** @throws ApiProblem naming the field `password` when it is one of those that are guessed first */
export function checkPassword(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own))
    throw invalid(
      { password: ['This password is easy to guess. Choose one that few others would think of.'] },
      { password: [{ code: 'easy_to_guess' }] },
    );
}
