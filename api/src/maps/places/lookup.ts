import { hashOf } from '../../kernel/normalize-text.ts';
import { lowerBound, type Places } from './places.ts';

/** The city of a slug; one that ends with an id is found by that, whatever its neighbours are called. */
export function cityOfSlug(places: Places, country: number, slug: string): number {
  const { data } = places;
  const id = /-(\d{1,10})$/.exec(slug)?.[1];
  if (id) {
    const city = places.byId(Number(id));
    if (city >= 0 && data.country[city] === country) {
      const own = places.slug(city);
      if (slug === own || slug === `${own}-${id}`) return city;
    }
  }
  const hash = hashOf(`${data.countries[country]!.code.toLowerCase()}/${slug}`);
  const begin = lowerBound(data.slugHash.length, (i) => data.slugHash[i]! < hash);
  for (let at = begin; data.slugHash[at] === hash; at++) {
    const city = data.slugCity[at]!;
    if (data.country[city] === country && places.slug(city) === slug) return city;
  }
  return -1;
}

/** The state of a slug, a short name or a name. */
export function stateOf(places: Places, country: number, slug: string) {
  const name = slug.trim().toLowerCase();
  const own = places.data.states.filter((state) => state.country === country);
  return (
    own.find((state) => state.slug === name) ??
    own.find((state) => state.short.toLowerCase() === name || state.name.toLowerCase() === name)
  );
}
