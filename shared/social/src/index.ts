export { useDraft } from './draft.ts';
export { MemberPicture, type PicturedMember } from './member-picture.tsx';
export { StoryReplies } from './story-replies.tsx';
export { StoryText } from './story-text.tsx';
export { changeStory, prependStory } from './story-cache.ts';
