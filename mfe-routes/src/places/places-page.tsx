import { useParams } from 'react-router-dom';
import { CountryPage } from './country-page.tsx';
import { PlacePage } from './place-page.tsx';

/** Find your city: a country's states and cities, a state's cities, a city's routes. */
export default function PlacesPage() {
  const { countryCode = '', code } = useParams();
  const country = countryCode.toLowerCase();
  // Another place begins anew: nothing of the one before stays in sight.
  return code === undefined ? (
    <CountryPage key={country} country={country} />
  ) : (
    <PlacePage key={`${country}/${code}`} country={country} slug={code} />
  );
}
