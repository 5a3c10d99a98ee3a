import { useLingui } from '@lingui/react/macro';
import { PRIVACY_NAMES } from '@waymark/ui';

/** As the contract has it; the number comes without its schemas. */
export const POST_MAX = 4000;

export type PostPrivacy = 0 | 1 | 3;

/** Who may see a post, as selects show it. */
export function usePostPrivacies(): { value: string; label: string }[] {
  const { i18n } = useLingui();
  const levels: PostPrivacy[] = [1, 3, 0];
  return levels.map((level) => ({ value: String(level), label: i18n._(PRIVACY_NAMES[level]) }));
}
