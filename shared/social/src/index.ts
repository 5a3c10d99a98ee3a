export { hasDraft, useDraft } from './draft.ts';
export { MemberPicture } from './member-picture.tsx';
export type { PicturedMember } from './picture-address.ts';
export { StoryReplies } from './story-replies.tsx';
export { StoryText } from './story-text.tsx';
export { useSafetyMenu } from './use-safety-menu.tsx';
export { useDebounced } from './use-debounced.ts';
export { changeStory, prependStory } from './story-cache.ts';
export { useStorySettings } from './use-story-settings.tsx';
