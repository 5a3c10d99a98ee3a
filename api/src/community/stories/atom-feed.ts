import type { Story } from '@waymark/api-contract';
import { formatDistance, type MeasurementSystem } from '@waymark/units';
import { xmlText } from '../../recordings/xml/write-xml.ts';

/** A story in the words of a feed reader. */
function textOf(
  { actor, verb, object, likes, comments }: Story,
  system: MeasurementSystem,
): { title: string; summary: string } {
  const name = actor.title;
  const replies = [
    likes.count > 0 ? `${likes.count} ${likes.count === 1 ? 'like' : 'likes'}` : '',
    comments.count > 0 ? `${comments.count} ${comments.count === 1 ? 'comment' : 'comments'}` : '',
  ].filter(Boolean);
  const { workout } = object;
  if (workout) {
    const { distance_total: meters, active_time_total: seconds } = workout.aggregates;
    const distance = formatDistance(meters, system);
    const figures = [
      workout.activity_name,
      meters ? `${distance.value} ${distance.unit}` : '',
      seconds ? `${Math.round(seconds / 60)} min` : '',
    ].filter(Boolean);
    return { title: `${name}: ${object.text}`, summary: [...figures, ...replies].join(' · ') };
  }
  if (verb === 'befriend')
    return { title: `${name} and ${object.friend?.title ?? ''} are now friends`, summary: '' };
  if (verb === 'join' || verb === 'finish')
    return {
      title: `${name} ${verb === 'join' ? 'joined' : 'finished'} ${object.text}`,
      summary: replies.join(' · '),
    };
  return { title: `${name} posted`, summary: [object.text, ...replies].join(' · ') };
}

const pageOf = ({ id, object }: Story): string =>
  object.workout ? `/workout/${object.workout.id}` : `/activity_feed/story/${id}`;

interface AtomFeed {
  site: string;
  /** Of the feed itself: it never changes, and says nothing of its secret address. */
  id: string;
  updated: Date;
  /** The units of the member whose feed it is. */
  system: MeasurementSystem;
  stories: readonly Story[];
}

/** Stories as an Atom feed (RFC 4287). Entries keep their id and their time, so that readers show each once. */
export function writeAtom({ site, id, updated, system, stories }: AtomFeed): string {
  const newest = stories[0]?.published ?? updated.toISOString();
  const entries = stories.map((story) => {
    const { title, summary } = textOf(story, system);
    return `<entry><id>${xmlText(`${id}/${story.id}`)}</id><title>${xmlText(title)}</title>
<updated>${story.edited ?? story.published}</updated><published>${story.published}</published>
<author><name>${xmlText(story.actor.title)}</name></author>
<link rel="alternate" href="${xmlText(site + pageOf(story))}"/><summary>${xmlText(summary)}</summary></entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${xmlText(id)}</id><title>Waymark: friends</title>
<updated>${newest}</updated><link rel="alternate" href="${xmlText(`${site}/activity_feed`)}"/>
${entries.join('\n')}
</feed>
`;
}
